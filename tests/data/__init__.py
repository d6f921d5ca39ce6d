"""Tests of the data files that ship with the package, and of the small transcripts beside the tests."""
