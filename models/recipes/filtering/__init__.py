"""The experiment of a summarizer trained on raw pairs and on filtered ones."""
