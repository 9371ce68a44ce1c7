// Declares nothing: program_start.c runs before main.
