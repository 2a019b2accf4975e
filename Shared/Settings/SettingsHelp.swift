/// A setting of a process, for its `--help`.
///
/// A test compares the tables with docs/reference/configuration.md, which explains each setting at more length.
package struct ServiceOption: Sendable {
    /// The words of the name, separated by hyphens.
    private let name: String
    /// The default, as text.
    private let fallback: String
    private let meaning: String
    /// Whether the command line does not accept it, because it is a secret or read by another library.
    private let isVariableOnly: Bool
    /// The variable, where it is not made of the same words.
    private let ownVariable: String?

    private init(
        _ name: String,
        _ fallback: String,
        _ meaning: String,
        isVariableOnly: Bool = false,
        variable: String? = nil
    ) {
        (self.name, self.fallback, self.meaning) = (name, fallback, meaning)
        (self.isVariableOnly, ownVariable) = (isVariableOnly, variable)
    }

    /// The option on the command line, such as `--log-level`; nil for a setting of the environment alone.
    package var option: String? { isVariableOnly ? nil : "--\(name)" }

    /// The environment variable, such as `MEALWIRE_LOG_LEVEL`.
    package var variable: String {
        ownVariable ?? "MEALWIRE_" + name.split(separator: "-").joined(separator: "_").uppercased()
    }

    /// Returns the line of `--help`.
    fileprivate func line(nameWidth: Int) -> String {
        let names = [option, variable].compactMap(\.self).joined(separator: ", ")
        let padding = String(repeating: " ", count: max(0, nameWidth - names.count))
        return "  \(names)\(padding)  \(meaning) (default: \(fallback))"
    }
}

extension ServiceOption {
    /// Returns whether the arguments of a process ask for help.
    package static func isHelpRequested(by arguments: [String]) -> Bool {
        arguments.dropFirst().contains { $0 == "--help" || $0 == "-h" }
    }

    /// Returns the settings of a process, its own first.
    package static func all(of process: String) -> [ServiceOption] {
        let own =
            switch process {
            case "broker": broker
            case "bridge": bridge
            case "gateway": gateway
            case "auth": services + auth
            case "food-catalog": services + catalog
            default: services
            }
        return own + common
    }

    /// Returns the text of `--help`.
    package static func help(of process: String) -> String {
        let options = all(of: process)
        let widths = options.map { ($0.option.map { $0.count + 2 } ?? 0) + $0.variable.count }
        let lines = options.map { $0.line(nameWidth: widths.max() ?? 0) }
        return """
            Usage: \(process) [--OPTION VALUE]…

            Runs one process of a stack. `mealwire up` starts all of them, and does not accept these options: set the
            environment variables there. The command line comes before the environment.

            \(lines.joined(separator: "\n"))
            """
    }
}

extension ServiceOption {
    private static let common = [
        ServiceOption("data", "data", "directory of all data"),
        ServiceOption("run", "run in the data directory", "directory of the sockets"),
        ServiceOption("instance", "name and process id", "name of this process among those of its service"),
        ServiceOption("log-level", "info", "trace, debug, info, notice, warning, error or critical"),
        ServiceOption("log-format", "auto", "text, json, or auto: text on a terminal, else JSON"),
        ServiceOption("brokers", "1", "number of brokers, 1 or 2"),
        ServiceOption("heartbeat-file", "none", "file that the process touches while it responds"),
        ServiceOption("stay-failed", "false", "stay and serve nothing after damage to the database"),
        ServiceOption("supervised", "false", "end when standard input ends"),
    ]

    private static let services = [
        ServiceOption("capacity", "64", "requests at once, 1 to 10000"),
        ServiceOption("bulk-capacity", "2; menus: 1 or 16", "bulk requests at once, 1 to 1000"),
        ServiceOption("last-backup", "the data directory", "directory of the note that names the last backup"),
    ]

    private static let broker = [
        ServiceOption("number", "1", "1, or 2 for the standby broker"),
        ServiceOption("queue-max", "1000", "requests that may wait for one service, 1 to 1000000"),
        ServiceOption("grace-ms", "2000", "how long a request waits for a service without workers, 0 to 60000"),
        ServiceOption("gateway-user", "the broker's own", "user of the gateway, by name or number"),
        ServiceOption("bridge-user", "that in peers.json, or the broker's own", "user of the bridge"),
        ServiceOption("mdp", "false", "open run/mdp.sock for peers of the Majordomo Protocol"),
        ServiceOption("mdp-endpoint", "none", "that endpoint at another path, ipc://PATH"),
    ]

    private static let bridge = [
        ServiceOption("listen", "none", "where bridges of other hosts connect, tcp://ADDRESS:PORT"),
        ServiceOption("connect", "none", "bridges of other hosts, tcp://HOST:PORT, separated by commas"),
        ServiceOption("mdp-listen", "none", "where Majordomo peers of other hosts connect, tcp://ADDRESS:PORT"),
        ServiceOption("key-file", "keys/bridge.key", "secret key; `mealwire keys make bridge` makes it"),
        ServiceOption("far-key-file", "keys/far-bridge.pub", "public key that the bridges of --connect must have"),
        ServiceOption("peers-file", "peers.json", "keys that may connect to --listen and --mdp-listen"),
        ServiceOption("publish-metrics", "whether --listen is set", "publish metrics"),
        ServiceOption("local-users", "none", "further users of this host, separated by commas"),
    ]

    private static let gateway = [
        ServiceOption("host", "127.0.0.1", "address to listen on; 0.0.0.0 for all"),
        ServiceOption("port", "8080", "port to listen on"),
        ServiceOption("public-url", "none", "address that browsers use"),
        ServiceOption("operator-name", "none", "operator that the privacy notice names"),
        ServiceOption("operator-contact", "none", "the operator's address"),
        ServiceOption("trusted-proxies", "0", "reverse proxies that add to X-Forwarded-For, 0 to 10"),
        ServiceOption("trusted-proxy-addresses", "private ones", "addresses and networks of the nearest proxy"),
        ServiceOption("connections-per-address", "256", "open connections of one address, 0 for no limit"),
        ServiceOption("auth-requests-per-minute", "120", "requests of one client without sign-in, 0 for no limit"),
        ServiceOption("live-listeners", "4000", "open streams of GET /v1/events"),
        ServiceOption("beacon-poll-s", "5", "seconds without a beacon until changes are pulled, 1 to 3600"),
        ServiceOption(
            "metrics-token-file",
            "none",
            "token for /metrics from other hosts; the variable has the token itself",
            variable: "MEALWIRE_METRICS_TOKEN"
        ),
        ServiceOption("traces-endpoint", "none", "OpenTelemetry collector, OTLP over HTTP"),
        ServiceOption("traces-ratio", "1", "share of requests that are recorded, 0 to 1"),
        ServiceOption("traces-headers", "none", "name=value,… for the collector", isVariableOnly: true),
    ]

    private static let auth = [
        ServiceOption("registration", "open", "open, invitation or closed"),
        ServiceOption("auth-argon2-memory-mib", "19", "memory of one password hash in MiB, 7 to 1024"),
        ServiceOption("auth-argon2-passes", "2", "passes over that memory, 1 to 100"),
        ServiceOption("auth-access-token-minutes", "15", "life of an access token, 1 to 60"),
        ServiceOption("auth-session-days", "60", "life of an unused session, 1 to 3650"),
        ServiceOption("auth-session-max-days", "180", "longest life of a session, 1 to 3650"),
        ServiceOption("auth-registrations-per-client", "60", "accounts an hour from one network address"),
        ServiceOption("auth-email-status", "true", "whether anyone may ask if an address has an account"),
        ServiceOption("auth-sealing-key-file", "auth.sealing-key", "key of the second factors' secrets"),
        ServiceOption("auth-key-rotation-days", "90", "age at which a signing key is replaced, 1 to 3650"),
        ServiceOption("auth-key-lead-minutes", "60", "how long a new key is published first, 0 to 1440"),
        ServiceOption("security-log-level", "info", "lowest level of security events"),
        ServiceOption("public-url", "none", "address to which links in mail lead"),
        ServiceOption("mail-command", "none", "program that sends mail, without a shell; else the maildir mail"),
        ServiceOption("mail-from", "mealwire@localhost", "sender; required with a command"),
        ServiceOption("mail-retry-seconds", "10", "delay after the first failure, 1 to 3600"),
    ]

    private static let catalog = [
        ServiceOption("catalog-starter", "included", "CSV of the first foods"),
        ServiceOption("catalog-starter-names", "included", "CSV of their names in other languages"),
        ServiceOption("catalog-healthy", "included", "CSV of healthy foods"),
        ServiceOption("catalog-synonyms", "included", "words with one meaning, a group a line"),
        ServiceOption("catalog-remote-openfoodfacts", "off", "on asks Open Food Facts", isVariableOnly: true),
        ServiceOption("catalog-remote-contact", "none", "e-mail address for Open Food Facts", isVariableOnly: true),
        ServiceOption("catalog-remote-edamam-id", "none", "switches Edamam on, with its key", isVariableOnly: true),
        ServiceOption("catalog-remote-edamam-key", "none", "key of Edamam", isVariableOnly: true),
    ]
}
