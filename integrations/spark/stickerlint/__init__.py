"""Checks stickers in Spark (`stickerlint.spark`) and Ray (`stickerlint.ray`), through `stickerlint.stream`."""

from stickerlint.limits import Limits
from stickerlint.process import CommandError
from stickerlint.stream import Stream

__all__ = ["CommandError", "Limits", "Stream"]
