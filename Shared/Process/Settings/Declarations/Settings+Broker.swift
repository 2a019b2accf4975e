extension Settings {
    /// The settings of the broker.
    package enum Broker {
        private static let user = "the name of a user of this host, or a number"

        package static let number = Setting(
            "number",
            in: Process.brokerNumbers,
            default: 1,
            of: [.broker],
            "number of this broker in its stack; 2 is the standby"
        )
        package static let queueMax = Setting(
            "queue.max",
            in: 1...1_000_000,
            default: 1_000,
            of: [.broker],
            "requests that may wait for one service",
            reason:
                "At ten thousand a second the default is a tenth of a second of work. A longer queue only increases all "
                + "waiting times."
        )
        package static let graceMs = Setting(
            "grace.ms",
            in: 0...60_000,
            unit: .milliseconds,
            default: 2_000,
            of: [.broker],
            "how long a request waits for a service without workers",
            reason: "The default is longer than the restart of a service takes."
        )
        package static let gatewayUser = Setting(
            "gateway.user",
            .text(form: user),
            fallback: "the broker's own",
            of: [.broker],
            "user of the gateway, by name or number",
            reason: "That user may call services for users, and no method of the operator."
        )
        package static let bridgeUser = Setting(
            "bridge.user",
            .text(form: user),
            fallback: "the one marked in `peers.json`, else the broker's own",
            of: [.broker],
            "user of the bridge, by name or number"
        )
        package static let mdp = Setting(
            "mdp",
            default: false,
            of: [.broker],
            "open `run/mdp.sock` for peers of the Majordomo Protocol"
        )
        package static let mdpEndpoint = Setting(
            "mdp.endpoint",
            .text(form: "ipc:// and a path; over tcp:// peers connect to the bridge, by its option --mdp-listen"),
            of: [.broker],
            "that endpoint at another path"
        )

        static let all = [
            number.declaration, queueMax.declaration, graceMs.declaration, gatewayUser.declaration,
            bridgeUser.declaration, mdp.declaration, mdpEndpoint.declaration,
        ]
    }

    /// The settings of the bridge.
    package enum Bridge {
        private static let endpoint = "tcp://, an address of this host (0.0.0.0 or [::] for all) and a port"

        package static let listen = Setting(
            "listen",
            .text(form: endpoint),
            of: [.bridge],
            "where bridges of other hosts connect, to reach the brokers of this host"
        )
        package static let connect = Setting(
            "connect",
            .text(form: "tcp://, a host and a port; several are separated by commas"),
            of: [.bridge],
            "bridges of other hosts; their brokers get sockets on this host"
        )
        package static let mdpListen = Setting(
            "mdp.listen",
            .text(form: endpoint),
            of: [.bridge],
            "where peers of the Majordomo Protocol on other hosts connect, to reach the first broker of this host"
        )
        package static let keyFile = Setting(
            "key.file",
            .path,
            fallback: "`keys/bridge.key` in the data directory",
            of: [.bridge],
            "secret key of this bridge; `mealwire keys make bridge` makes it"
        )
        package static let farKeyFile = Setting(
            "far.key.file",
            .path,
            fallback: "`keys/far-bridge.pub` in the data directory",
            of: [.bridge],
            "public key that the bridges of `--connect` must have"
        )
        package static let peersFile = Setting(
            "peers.file",
            .path,
            fallback: "`peers.json` in the data directory",
            of: [.bridge],
            "the keys that may connect to `--listen` and `--mdp-listen`"
        )
        package static let publishMetrics = Setting(
            "publish.metrics",
            default: false,
            fallback: "whether `--listen` is set",
            of: [.bridge],
            "publish metrics for `/metrics` and `mealwire status`",
            reason: "A bridge that only connects publishes them at far brokers, where its key must offer `bridge`."
        )
        package static let localUsers = Setting(
            "local.users",
            .text(form: "the name of a user of this host, or a number"),
            of: [.bridge],
            "further users of this host, separated by commas; their processes may use the brokers of `--connect`"
        )

        static let all = [
            listen.declaration, connect.declaration, mdpListen.declaration, keyFile.declaration,
            farKeyFile.declaration, peersFile.declaration, publishMetrics.declaration, localUsers.declaration,
        ]
    }
}
