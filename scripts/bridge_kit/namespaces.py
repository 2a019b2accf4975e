"""Hosts as network namespaces without names, each of which lasts as long as one process in it."""

import contextlib
import ctypes
import os
import subprocess

CLONE_NEWNET = 0x40000000
# Nothing is left behind for longer than this, however the test ends.
LIFE_SECONDS = 900


class Unavailable(Exception):
    """Why namespaces cannot be had here, as a sentence."""


class Namespaces:
    """A first host, and others with a cable each between them and the first; the first is 10.77.N.1 for host N, which is 10.77.N.2."""

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
        """A process in a namespace of its own, which ends with this one."""
        command = ["unshare", "--net", "--", "setpriv", "--pdeathsig", "KILL", "sh", "-c", f"echo; exec sleep {LIFE_SECONDS}"]
        holder = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.stack.callback(end, holder)
        if not holder.stdout.readline():
            raise Unavailable(holder.stderr.read().strip())
        self.holders.append(holder)

    def connect(self, number):
        cable = f"host{number}"
        self.ip(1, "link", "add", "name", cable, "type", "veth", "peer", "name", "up0", "netns",
                str(self.holders[number - 1].pid))
        self.ip(1, "address", "add", f"{self.address_of_first(number)}/24", "dev", cable)
        self.ip(1, "link", "set", cable, "up")
        self.ip(number, "address", "add", f"10.77.{number}.2/24", "dev", "up0")
        self.ip(number, "link", "set", "up0", "up")

    @staticmethod
    def address_of_first(number):
        """The first host's address, as another host knows it."""
        return f"10.77.{number}.1"

    def set_link(self, number, is_up):
        """Plugs the cable of a host in or out, at the first host's end: the other one sees no carrier, and keeps its routes."""
        self.ip(1, "link", "set", f"host{number}", "up" if is_up else "down")

    def ip(self, number, *words):
        subprocess.run([*self.prefix(number), "ip", *words], check=True, capture_output=True, text=True, timeout=10)

    def prefix(self, number):
        """Words before a command that is to run on a host."""
        return ["nsenter", f"--net={self.path(number)}", "--"]

    def path(self, number):
        return f"/proc/{self.holders[number - 1].pid}/ns/net"

    @contextlib.contextmanager
    def inside(self, number):
        """Sockets that this thread makes meanwhile belong to the host."""
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
