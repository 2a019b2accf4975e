"""The browsers by their names. Each has a driver of selenium, a size, and the errors of its console."""

from .chromium import Chromium
from .firefox import Firefox
from .webkit import WebKit

BROWSERS = {each.NAME: each for each in (Chromium, Firefox, WebKit)}
