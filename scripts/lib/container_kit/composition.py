"""Translates compose.yaml to arguments of `podman run`, so that the test uses the file's content."""

import json
import os
import re

import yaml

# The supported keys of a service; others are errors rather than ignored.
KNOWN = {"image", "build", "volumes", "restart", "user", "read_only", "cap_drop", "security_opt", "network_mode", "tmpfs",
         "stop_grace_period", "pids_limit", "mem_limit", "cpu_shares", "ports", "ulimits", "secrets", "profiles", "environment", "entrypoint", "command"}
# The user of all containers with data.
USER = 10001
STATE = "${MEALWIRE_STATE:-./state}"


class Composition:
    """The services of a file, with the directories of volumes, state and secrets."""

    def __init__(self, path, volumes, secrets):
        with open(path, encoding="utf-8") as file:
            self.content = yaml.safe_load(file)
        self.volumes, self.secrets = volumes, secrets
        for name, service in self.content["services"].items():
            unknown = set(service) - KNOWN
            if unknown:
                raise ValueError(f"{path}: {name} has keys that this test does not support: {', '.join(sorted(unknown))}")

    @property
    def targets(self):
        return {name: service["build"]["target"] for name, service in self.content["services"].items()}

    def grace_s(self, name):
        return int(re.fullmatch(r"(\d+)s", self.content["services"][name]["stop_grace_period"]).group(1))

    def words(self, name, has_limits, network=None, changes=None):
        """Returns arguments of `podman run`, with the image and the command last; `changes` act as an override file."""
        service = {**self.content["services"][name], **(changes or {})}
        words = ["--user", service["user"], "--pull=never", "--network", network or service["network_mode"]]
        if service.get("read_only"):
            words += ["--read-only", "--read-only-tmpfs=false"]
        for capability in service["cap_drop"]:
            words += ["--cap-drop", capability.lower()]
        for option in service["security_opt"]:
            # podman takes the option without a value.
            words += ["--security-opt", option.removesuffix(":true")]
        for mount in service.get("tmpfs", []):
            words += ["--tmpfs", mount]
        for volume in service.get("volumes", []):
            # The default of a variable contains a colon, too.
            source, target = volume.replace(STATE, "STATE").split(":", 1)
            words += ["--volume", f"{self.directory(source)}:{target}"]
        for key, value in service.get("environment", {}).items():
            words += ["--env", f"{key}={value}"]
        if "entrypoint" in service:
            words += ["--entrypoint", json.dumps(service["entrypoint"])]
        for secret in service.get("secrets", []):
            words += ["--volume", f"{os.path.join(self.secrets, secret)}:/run/secrets/{secret}:ro"]
        if has_limits:
            words += ["--pids-limit", str(service["pids_limit"]), "--memory", service["mem_limit"]]
            if "cpu_shares" in service:
                words += ["--cpu-shares", str(service["cpu_shares"])]
        return [*words, f"localhost/{service['image']}", *service.get("command", [])]

    def directory(self, source):
        """Returns the directory of a volume, which the file must declare, or of a part of the state."""
        if source.partition("/")[0] != "STATE" and source not in self.content["volumes"]:
            raise ValueError(f"there is no volume {source}")
        path = self.volumes
        for name in source.split("/"):
            path = os.path.join(path, name)
            if not os.path.exists(path):
                os.makedirs(path, mode=0o700)
                os.chown(path, USER, USER)
        return path
