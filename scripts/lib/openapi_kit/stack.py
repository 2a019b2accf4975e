"""A stack in a temporary directory, with limits that do not end a test early."""

import os
import shutil
import tempfile

import mealwire_stack

from .source import FoodSource

METRICS_TOKEN = "0123456789abcdef"
SETTINGS = {
    # Without an address, security.txt is 404.
    "MEALWIRE_OPERATOR_CONTACT": "security@example.org",
    "MEALWIRE_AUTH_ACCESS_TOKEN_MINUTES": "60",
    # Otherwise, signing in to an account of the demonstration is always refused.
    "MEALWIRE_DEMO": "true",
    "MEALWIRE_AUTH_ARGON2_MEMORY_MIB": "7",
    "MEALWIRE_AUTH_ARGON2_PASSES": "1",
    "MEALWIRE_AUTH_REGISTRATIONS_PER_CLIENT": "100000",
    "MEALWIRE_AUTH_REQUESTS_PER_MINUTE": "0",
    # Each request has an address of its own in X-Forwarded-For.
    "MEALWIRE_TRUSTED_PROXIES": "1",
    # Behind a proxy, no program on this host reads metrics without a token.
    "MEALWIRE_METRICS_TOKEN": METRICS_TOKEN,
    "MEALWIRE_CATALOG_REMOTE_OPENFOODFACTS": "on",
    "MEALWIRE_CATALOG_REMOTE_CONTACT": "check@example.org",
}


class Stack(mealwire_stack.Stack):
    """Starts a stack, and ends it with its data."""

    def __init__(self, binaries):
        self.directory_above = tempfile.mkdtemp(prefix="mealwire-openapi-")
        self.source = FoodSource()
        settings = SETTINGS | {"MEALWIRE_CATALOG_REMOTE_OPENFOODFACTS_URL": self.source.url}
        super().__init__(binaries / "mealwire", os.path.join(self.directory_above, "data"), settings)

    def __enter__(self):
        mealwire_stack.stop_at_term()
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error):
        try:
            self.stop()
        finally:
            self.source.shut_down()
            shutil.rmtree(self.directory_above, ignore_errors=True)

    def make_staff(self, email):
        """Gives an account the role of an administrator."""
        self.command("admin", "users", "role", email, "admin", "--data", self.directory)
