"""The models that write headlines: vocabulary, pairs, network, training, graphs, search, card."""
