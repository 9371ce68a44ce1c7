"""Checks stickers where the data is: `stickerlint.spark`, `stickerlint.ray`, over `stickerlint.stream`."""

from stickerlint.limits import Limits
from stickerlint.process import CommandError
from stickerlint.stream import Stream

__all__ = ["CommandError", "Limits", "Stream"]
