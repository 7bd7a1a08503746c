"""A judge that reads both texts apart, with an encoder that stays as it is, and compares them with a head that is trained."""
