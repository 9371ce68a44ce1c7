// apng
