"""Invented pairs on which the recipes run in minutes, to see each step before the data is at hand.

`pairs.LANG.jsonl` hold fifty pairs of a document and its title a language. Fifty pairs teach
nothing: the models that come of them show that the steps fit together, and their figures say nothing.
"""
