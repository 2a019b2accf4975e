"""Hosts as unnamed network namespaces, each kept alive by one process."""

import contextlib
import ctypes
import os
import subprocess

CLONE_NEWNET = 0x40000000
# The maximum lifetime of a namespace, even if the test is killed.
LIFE_SECONDS = 900


class Unavailable(Exception):
    """The reason why namespaces are not available here, as a sentence."""


class Namespaces:
    """Host 1, and other hosts that are each linked to it.

    On the link to host N, host 1 has the address 10.77.N.1 and host N has 10.77.N.2.
    """

    def __init__(self, count):
        self.count, self.holders = count, []
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        with contextlib.ExitStack() as undo:
            undo.callback(self.stack.close)
            try:
                for number in range(1, self.count + 1):
                    self.hold()
                    self.ip(number, "link", "set", "lo", "up")
                for number in range(2, self.count + 1):
                    self.connect(number)
            except (OSError, subprocess.CalledProcessError) as error:
                raise Unavailable(str(getattr(error, "stderr", None) or error).strip()) from error
            undo.pop_all()
        return self

    def __exit__(self, *_):
        self.stack.close()

    def hold(self):
        """Starts a process in a namespace of its own; it ends with this process."""
        command = ["unshare", "--net", "--", "setpriv", "--pdeathsig", "KILL", "sh", "-c", f"echo; exec sleep {LIFE_SECONDS}"]
        holder = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.stack.callback(end, holder)
        if not holder.stdout.readline():
            raise Unavailable(holder.stderr.read().strip())
        self.holders.append(holder)

    def connect(self, number):
        link = f"host{number}"
        self.ip(1, "link", "add", "name", link, "type", "veth", "peer", "name", "up0", "netns",
                str(self.holders[number - 1].pid))
        self.ip(1, "address", "add", f"{self.address_of_first(number)}/24", "dev", link)
        self.ip(1, "link", "set", link, "up")
        self.ip(number, "address", "add", f"{self.address_of(number)}/24", "dev", "up0")
        self.ip(number, "link", "set", "up0", "up")

    @staticmethod
    def address_of(number):
        """Returns the address of a host other than the first on its link."""
        return f"10.77.{number}.2"

    @staticmethod
    def address_of_first(number):
        """Returns the first host's address on the link to another host."""
        return f"10.77.{number}.1"

    def set_link(self, number, is_up):
        """Takes a host's link up or down at the first host's end; the other end loses the carrier, not its routes."""
        self.ip(1, "link", "set", f"host{number}", "up" if is_up else "down")

    def ip(self, number, *words):
        subprocess.run([*self.prefix(number), "ip", *words], check=True, capture_output=True, text=True, timeout=10)

    def prefix(self, number):
        """Returns the prefix of a command that runs on a host."""
        return ["nsenter", f"--net={self.path(number)}", "--"]

    def path(self, number):
        return f"/proc/{self.holders[number - 1].pid}/ns/net"

    @contextlib.contextmanager
    def inside(self, number):
        """Sockets that this thread creates within the context belong to the host."""
        with open("/proc/thread-self/ns/net", "rb") as own, open(self.path(number), "rb") as host:
            enter(host)
            try:
                yield
            finally:
                enter(own)


def enter(namespace):
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(namespace.fileno(), CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def end(process):
    process.kill()
    process.communicate()
