"""Visits of every screen, in an order that leaves each one what it needs."""

from visits import account, device, diary, features, foods, users

SCREENS = (
    account.welcome, users.invited, device.calculator, diary.day, diary.sheets, diary.add, diary.amount,
    diary.typed, diary.progress, diary.states, account.questions, account.people, account.more, account.mail,
    foods.foods, foods.target, foods.history, foods.scan, foods.plan, foods.system, users.users, users.invitations,
    foods.factor, foods.offline, features.features, device.device, device.lists, device.measures, device.person,
    device.waiting, account.leave,
)


def screens(page):
    """Yields the name of each screen while the browser shows it, and forgets what a visit has typed."""
    for visit in SCREENS:
        yield from visit(page)
        page.forget_drafts()
