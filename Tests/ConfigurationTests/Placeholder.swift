// Filled by the first test of this part.
