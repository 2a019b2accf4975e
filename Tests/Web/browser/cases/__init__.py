"""All flows; each is a function of the pages of a browser."""

from cases import account, browsers, diary, drafts, faults, features, foods, hostile, offline, page, silence, users

FLOWS = (*hostile.FLOWS, *diary.FLOWS, *offline.FLOWS, *account.FLOWS, *foods.FLOWS, *features.FLOWS, *drafts.FLOWS,
         *silence.FLOWS, *users.FLOWS, *browsers.FLOWS, *faults.FLOWS, *page.FLOWS)
# Options of the browsers of some flows.
OPTIONS = {**dict.fromkeys(silence.FLOWS, silence.OPTIONS), browsers.old_browser: browsers.OLD,
           **dict.fromkeys((*faults.FLOWS, drafts.draft_over_update), faults.OPTIONS)}
