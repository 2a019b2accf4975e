import Contracts
import ServiceKit

/// The systemd unit of a service.
struct ServiceUnit {
    /// Where the operator stores secrets.
    private static let secrets = "/etc/mealwire/secrets"

    private let service: ServiceDescription

    init(_ service: ServiceDescription) {
        self.service = service
    }

    /// Returns the line of a service in the target, which waits for its first process.
    static func order(_ service: ServiceDescription) -> String {
        "After=mealwire-\(service.name)\(service.hasInstances ? "@1" : "").service\n"
    }

    /// The text of the unit.
    var text: String {
        ServiceFiles.head
            + """
            [Unit]
            Description=Mealwire: \(service.title)\(service.hasInstances ? " %i" : "")
            PartOf=mealwire.target
            # Restarts without limit, because the cause of a failed start may be fixed.
            StartLimitIntervalSec=0

            [Service]
            Type=notify
            # Ready once it serves; it may wait for other services without limit, so the start order does not matter.
            TimeoutStartSec=infinity
            User=mealwire
            Group=mealwire
            ExecStart=/usr/local/lib/mealwire/current/\(service.name)
            \(data)

            # \(service.needs.memoryReason)
            MemoryMax=\(service.needs.memoryMiB)M
            WatchdogSec=30
            Restart=on-failure
            RestartSec=2
            \(stop)

            # Needs only Unix sockets.
            PrivateNetwork=yes
            RestrictAddressFamilies=AF_UNIX
            IPAddressDeny=any
            PrivateUsers=yes

            [Install]
            WantedBy=mealwire.target

            """
            + (service.hasInstances ? "DefaultInstance=1\n" : "")
    }

    private var data: String {
        let name = service.name.rawValue
        let secrets = service.needs.secrets.map { "\nLoadCredential=\($0):\(Self.secrets)/\($0)" }.joined()
        guard service.hasDatabase else {
            let instance = service.hasInstances ? " MEALWIRE_INSTANCE=\(name)-%i" : ""
            return """
                Environment=MEALWIRE_DATA=%t/mealwire MEALWIRE_RUN=%t/mealwire\(instance)
                EnvironmentFile=-/etc/mealwire/mealwire.conf
                InaccessiblePaths=-%S/mealwire
                """ + secrets
        }
        let directories = "MEALWIRE_DATA=%S/mealwire/\(name) MEALWIRE_RUN=%t/mealwire"
        return """
            Environment=\(directories) MEALWIRE_LAST_BACKUP=%S/mealwire-backup
            EnvironmentFile=-/etc/mealwire/mealwire.conf
            StateDirectory=mealwire/\(name)
            StateDirectoryMode=0700
            # Hides the data of other services.
            TemporaryFileSystem=%S/mealwire:ro
            BindPaths=%S/mealwire/\(name)
            """ + secrets
    }

    private var stop: String {
        let damaged = """
            # The status for a damaged database: a restart would check all of it again with the same result.
            RestartPreventExitStatus=\(PermanentFailure.exitStatus)

            """
        return (service.hasDatabase ? damaged : "") + "TimeoutStopSec=20\nKillMode=mixed"
    }
}
