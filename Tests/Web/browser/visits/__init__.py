"""Visits of every screen, in an order that leaves each one what it needs.

A further module of this folder is found by itself: its SCREENS are visited before the one that signs out.
"""

import importlib
import pkgutil

from visits import account, device, diary, features, foods, users

OTHERS = [importlib.import_module(f"{__name__}.{area.name}") for area in pkgutil.iter_modules(__path__)]
SCREENS = (
    account.welcome, users.invited, device.calculator, diary.day, diary.sheets, diary.add, diary.amount,
    diary.typed, diary.progress, diary.states, account.questions, account.people, account.more, account.mail,
    foods.foods, foods.target, foods.history, foods.scan, foods.plan, foods.system, users.users, users.invitations,
    foods.factor, foods.offline, features.features, device.device, device.lists, device.measures, device.person,
    device.waiting, *(visit for area in OTHERS for visit in getattr(area, "SCREENS", ())), account.leave,
)


def screens(page):
    """Yields the name of each screen while the browser shows it, and forgets what a visit has typed."""
    for visit in SCREENS:
        yield from visit(page)
        page.forget_drafts()
