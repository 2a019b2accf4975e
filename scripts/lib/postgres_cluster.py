"""A PostgreSQL of this host's package, in a temporary directory, reachable only through its socket."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

VERSION = 15
PACKAGE = f"postgresql-{VERSION}"
BINARIES = f"/usr/lib/postgresql/{VERSION}/bin"
USER = "postgres"
DATABASE = "postgres"
STARTS_WITHIN_SECONDS = 60
STOPS_WITHIN_SECONDS = 30


def is_there():
    return os.path.exists(os.path.join(BINARIES, "initdb"))


class Cluster:
    """A cluster that runs as PostgreSQL's own user, so only root may start it. It ends with the `with` statement."""

    def __init__(self, settings=None, pinned=list):
        """`settings` are PostgreSQL's; `pinned` returns a command line that runs on chosen processors."""
        # PostgreSQL does not run as root, so its directory belongs to its user.
        self.directory = tempfile.mkdtemp(prefix="mwp-", dir="/tmp")
        self.settings, self.pinned, self.server = settings or {}, pinned, None

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        owner = pwd.getpwnam(USER)
        os.chown(self.directory, owner.pw_uid, owner.pw_gid)
        data = os.path.join(self.directory, "data")
        self.run("initdb", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8", "--pgdata", data)
        settings = {"listen_addresses": "", "fsync": "off"} | self.settings
        options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        self.server = subprocess.Popen(
            self.pinned([os.path.join(BINARIES, "postgres"), "-D", data, "-k", self.directory, *options]),
            user=USER, group=owner.pw_gid, extra_groups=[], cwd=self.directory, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + STARTS_WITHIN_SECONDS
        while self.run("pg_isready", "-h", self.directory, check=False).returncode != 0:
            if self.server.poll() is not None or time.monotonic() > end:
                raise RuntimeError("PostgreSQL does not start.")
            time.sleep(0.1)

    def stop(self):
        if self.server is not None:
            # PostgreSQL's fast shutdown: it ends all connections and helper processes.
            self.server.send_signal(signal.SIGINT)
            try:
                self.server.wait(STOPS_WITHIN_SECONDS)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait()
        shutil.rmtree(self.directory, ignore_errors=True)

    def run(self, program, *words, check=True, timeout=60, text=None):
        path = os.path.join(BINARIES, program)
        return subprocess.run([path, *words], user=USER, group=pwd.getpwnam(USER).pw_gid, extra_groups=[],
                              cwd=self.directory, input=text, capture_output=True, text=True, check=check, timeout=timeout)

    def sql(self, text, timeout=60):
        """Runs statements in one session, and returns the values of their rows, one row a line."""
        return self.run("psql", "-h", self.directory, "-d", DATABASE, "-qAtX", "-v", "ON_ERROR_STOP=1", "-f", "-",
                        text=text, timeout=timeout).stdout
