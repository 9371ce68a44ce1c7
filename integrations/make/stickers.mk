# Checks stickers before a build:
#
#   include stickers.mk
#   app: check-stickers
#
# The rule has no prerequisites, because make cannot handle file names with spaces. stickerlint itself knows what changed.
STICKERLINT ?= stickerlint
STICKERS ?= Stickers

.PHONY: check-stickers fix-stickers
check-stickers: ## fail if a sticker has an error
	@$(STICKERLINT) lint --format concise $(STICKERLINT_OPTIONS) -- $(STICKERS)

fix-stickers: ## apply lossless fixes in place
	@$(STICKERLINT) fix --in-place $(STICKERLINT_OPTIONS) -- $(STICKERS)
