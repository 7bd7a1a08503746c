"""The experiments of pre-training by pseudo-summaries."""
