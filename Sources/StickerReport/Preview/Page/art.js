// art
