package import Logging

extension Settings {
    /// The settings of all processes.
    package enum Process {
        /// The brokers that a stack may have: a preferred one and a standby.
        package static let brokerNumbers = 1...2

        package static let data = Setting(
            "data",
            .path,
            default: "data",
            of: ProcessName.all,
            "directory of all data of the stack, or of this process where each has one of its own"
        )
        package static let run = Setting(
            "run",
            .path,
            fallback: "`run` in the data directory",
            of: ProcessName.all,
            "directory of the sockets; for `mealwire` the environment only"
        )
        package static let instance = Setting(
            "instance",
            .text(form: nil),
            fallback: "name and process id",
            of: ProcessName.stack,
            "name of this process among the instances of its service",
            reason: "The first process of a container has the name of the host instead of the process id."
        )
        package static let logLevel = Setting(
            "log.level",
            default: Logger.Level.info,
            of: ProcessName.stack,
            "lowest level of log lines"
        )
        package static let logFormat = Setting(
            "log.format",
            default: LogFormatChoice.auto,
            of: ProcessName.all,
            "format of log lines; `auto` is text on a terminal, and else a JSON object a line"
        )
        package static let broker = Setting(
            "broker",
            .text(
                form: "ipc:// and a data directory of this host; brokers of other hosts are reached by a bridge, "
                    + "`bridge --connect`, which makes their sockets here"
            ),
            fallback: "the sockets of the data directory",
            of: ProcessName.stack,
            "data directory of the stack, for a process with a data directory of its own, such as `ipc:///srv/mealwire`"
        )
        package static let brokers = Setting(
            "brokers",
            in: brokerNumbers,
            default: 1,
            of: ProcessName.stack,
            "number of brokers; `mealwire up --standby` sets it",
            reason: "A stack has a preferred broker and a standby."
        )
        package static let heartbeatFile = Setting(
            "heartbeat.file",
            .path,
            of: ProcessName.stack,
            "a file that the process touches while it responds; `--check-health` reads it"
        )
        package static let checkHealth = Setting(
            "check.health",
            default: false,
            of: ProcessName.stack,
            "serve nothing, and check the heartbeat file of a running process; the exit status 0 means that it responds"
        )
        package static let staysFailed = Setting(
            "stay.failed",
            default: false,
            of: ProcessName.stack,
            "after damage to the database, stay and serve nothing",
            reason: "For container engines, which restart every process that ends."
        )
        package static let supervised = Setting(
            "supervised",
            default: false,
            of: ProcessName.stack,
            "end when standard input ends; `mealwire up` sets it"
        )

        static let all = [
            data.declaration, run.declaration, instance.declaration, logLevel.declaration, logFormat.declaration,
            broker.declaration, brokers.declaration, heartbeatFile.declaration, checkHealth.declaration,
            staysFailed.declaration, supervised.declaration,
        ]
    }

    /// The settings of services.
    package enum Service {
        package static let capacity = Setting(
            "capacity",
            in: 1...10_000,
            default: 64,
            of: ProcessName.services,
            "requests that the broker hands to this process at once",
            reason:
                "By default high enough for writers to share commits and readers to saturate the disk, and low enough to "
                + "bound memory."
        )
        package static let bulkCapacity = Setting(
            "bulk.capacity",
            in: 1...1_000,
            default: 2,
            fallback:
                "2; 1 for menus in the calculator, 16 for menus in the diary and for remote foods, 4 for imports of foods",
            of: ProcessName.bulkServices,
            "the same for bulk requests, each of which occupies a processor for long"
        )
        package static let migrateOnly = Setting(
            "migrate.only",
            default: false,
            of: ProcessName.stores,
            "migrate the database, print the result as JSON, and end; `mealwire upgrade` sets it for rehearsals"
        )
        package static let lastBackup = Setting(
            "last.backup",
            .path,
            fallback: "the data directory",
            of: ProcessName.stores + [.mealwire],
            "directory of the record of the last backup, which messages about damage name"
        )

        static let all = [
            capacity.declaration, bulkCapacity.declaration, migrateOnly.declaration, lastBackup.declaration,
        ]
    }
}

/// The format of log lines, as it is set.
package enum LogFormatChoice: String, Sendable, CaseIterable {
    case text
    case json
    /// Text on a terminal, and JSON otherwise.
    case auto
}
