// Intentionally empty: program_start.c runs before main.
