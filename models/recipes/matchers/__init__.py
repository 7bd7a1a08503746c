"""Systems of published papers that match a summary with its document, ROUGE among them, and their experiments."""
