// Nothing is called: what has to be done is done as the program starts.
