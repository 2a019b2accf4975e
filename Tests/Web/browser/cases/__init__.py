"""All flows; each is a function of the pages of a browser."""

from cases import account, diary, features, foods, hostile, offline

FLOWS = (*hostile.FLOWS, *diary.FLOWS, *offline.FLOWS, *account.FLOWS, *foods.FLOWS, *features.FLOWS)
