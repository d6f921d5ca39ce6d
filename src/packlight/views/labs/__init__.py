"""The labs: a few controls around one idea, on real messages.

    node.py       a tree of elements, as a value            ┐
    controls.py   sliders, choices, buttons as such trees   │ pure
    still.py      a tree as static HTML and as text         │
    model.py      what a lab is; what the façade hands it   ┘
    array.py … triangle.py   one lab each: a state in, a new state and a tree out
    student.py    calls a student's own function, and tells what went wrong in words
    panel.py      the widget that draws a tree and says what was done to it
    lab.py        the widget of a whole lab: panel and stage; the only file that knows both

A lab is a pure model: `act(state, action, value)` gives the next state, `view(state)` says what to draw. So each lab is
tested without Jupyter, and the browser only draws.
"""
