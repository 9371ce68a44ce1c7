// drop
