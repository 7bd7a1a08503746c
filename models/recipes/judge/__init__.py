"""Token classifiers that say which words of a summary its document does not support: from data to card."""
