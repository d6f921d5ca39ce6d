"""Pictures of conversations and films: text, HTML, charts, the stage and the labs."""
