// stickers
