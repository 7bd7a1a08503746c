"""The recipe of salience: which sentences of a document a summary takes."""
