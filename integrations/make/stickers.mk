# Stickers are checked before they are built with:
#
#   include stickers.mk
#   app: check-stickers
#
# The rule has no prerequisites, since make cannot spell names with spaces: stickerlint itself knows what has changed.
STICKERLINT ?= stickerlint
STICKERS ?= Stickers

.PHONY: check-stickers fix-stickers
check-stickers: ## stops where a sticker would be refused
	@$(STICKERLINT) lint --format concise $(STICKERLINT_OPTIONS) -- $(STICKERS)

fix-stickers: ## mends what costs nothing, in place
	@$(STICKERLINT) fix --in-place $(STICKERLINT_OPTIONS) -- $(STICKERS)
