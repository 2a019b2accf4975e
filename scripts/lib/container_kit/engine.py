"""Runs podman in a sandbox without a registry, on temporary storage."""

import json
import os
import subprocess

# Limits that a sandbox can grant; podman's higher defaults fail there.
LIMITS = ("--ulimit", "nofile=20000:20000", "--ulimit", "nproc=4096:4096")


class Failure(Exception):
    """A failed check, as a sentence."""


def run(command, timeout=300, check=True, **options):
    result = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False, **options)
    if check and result.returncode != 0:
        raise Failure(f"`{' '.join(map(str, command))[:500]}` failed:\n{result.stdout[-2000:]}{result.stderr[-4000:]}")
    return result


class Engine:
    """Images and containers in a directory."""

    def __init__(self, directory):
        self.directory = directory
        self.words = ["podman", "--root", f"{directory}/storage", "--runroot", f"{directory}/run",
                      "--storage-driver", "vfs", "--runtime", "runc", "--cgroup-manager", "cgroupfs", "--events-backend", "none"]
        self.containers = []

    def podman(self, *words, **options):
        return run([*self.words, *words], **options)

    def import_base(self, archive, name):
        self.podman("import", "--quiet", archive, name)

    def build(self, context, target, base):
        # This storage copies the whole image for each layer, so each stage makes a single layer.
        self.podman("build", "--quiet", "--layers=false", "--format", "docker", "--isolation", "chroot", "--pull=never",
                    "--build-arg", f"BASE={base}", *LIMITS, "--file", os.path.join(context, "compose", "Containerfile"), "--target", target,
                    "--tag", f"localhost/mealwire/{target}", context)

    def start(self, name, words):
        self.containers.append(name)
        self.podman("run", "--detach", "--name", name, *LIMITS, *words)

    def is_healthy(self, name):
        """Runs the image's health check."""
        return self.podman("healthcheck", "run", name, check=False).returncode == 0

    def stop(self, name, seconds):
        """Stops and removes a container; returns its exit status."""
        self.podman("stop", "--time", str(seconds), name, timeout=seconds + 60)
        status = json.loads(self.podman("inspect", name).stdout)[0]["State"]["ExitCode"]
        self.podman("rm", name)
        self.containers.remove(name)
        return status

    def kill(self, name):
        """Ends a container with SIGKILL, and removes it."""
        self.podman("kill", "--signal", "KILL", name)
        self.podman("wait", name)
        self.podman("rm", name)
        self.containers.remove(name)

    def size_mb(self, target):
        return int(json.loads(self.podman("image", "inspect", f"localhost/mealwire/{target}").stdout)[0]["Size"]) / 1e6

    def logs(self, name):
        result = self.podman("logs", "--tail", "20", name, check=False)
        return f"{name}:\n{result.stdout}{result.stderr}"

    def remove_all(self):
        for name in list(self.containers):
            self.podman("rm", "--force", "--time", "2", name, check=False)
        self.podman("rmi", "--all", "--force", check=False)
