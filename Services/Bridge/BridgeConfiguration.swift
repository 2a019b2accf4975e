import Configuration
package import ServiceKit

#if canImport(Glibc)
import Glibc
#endif

/// The endpoints and keys of the bridge.
///
/// Configuration keys, from the command line, then the environment:
/// - `listen` (string, `--listen`, `MEALWIRE_LISTEN`): the endpoint for bridges of other hosts, such as
///   `tcp://0.0.0.0:5700` or `tcp://[::]:5700`. They reach the brokers of this host.
/// - `connect` (string, `--connect`, `MEALWIRE_CONNECT`): bridges of other hosts, such as
///   `tcp://10.0.0.5:5700,tcp://10.0.0.6:5700`. Processes of this host can use their brokers.
/// - `mdp.listen` (string, `--mdp-listen`, `MEALWIRE_MDP_LISTEN`): the endpoint for peers of the Majordomo Protocol on
///   other hosts, in any language, such as `tcp://0.0.0.0:5701`. They reach the first broker of this host.
/// - `key.file` (string, `keys/bridge.key` in the data directory): the secret key of this bridge.
/// - `far.key.file` (string, `keys/far-bridge.pub` in the data directory): the required public key of the bridges of
///   `connect`.
/// - `peers.file` (string, `peers.json` in the data directory): the keys that may connect at `listen` and `mdp.listen`.
/// - `local.users` (string, none, `--local-users`): names or numbers of users of this host, separated by commas. Their
///   processes and those of the bridge's own user may use the brokers of `connect`.
/// - `publish.metrics` (bool, whether `listen` is set, `--publish-metrics`): publish metrics for `/metrics` and
///   `mealwire status`. A bridge that only connects publishes them at far brokers, where its key must offer `bridge`.
package struct BridgeConfiguration: Sendable {
    /// The endpoint for bridges of other hosts.
    package struct Listening: Sendable {
        package var endpoint: String

        package init(endpoint: String) { self.endpoint = endpoint }
    }

    /// The bridges of other hosts that this bridge connects to.
    package struct Connecting: Sendable {
        package var addresses: [TCPAddress]
        /// The public key that these bridges must have.
        package var farKey: CurveKey
        /// Users of this host with access to the far brokers.
        package var localUsers: Set<UInt32>

        package init(addresses: [TCPAddress], farKey: CurveKey, localUsers: Set<UInt32> = [getuid()]) {
            self.addresses = addresses
            self.farKey = farKey
            self.localUsers = localUsers
        }
    }

    package var data: DataDirectory
    package var keys: CurveKeyPair
    package var listening: Listening?
    /// The endpoint for peers of the Majordomo Protocol on other hosts.
    package var majordomoEndpoint: String?
    package var connecting: Connecting?
    package var peerPolicy: String
    package var publishesMetrics: Bool

    package init(
        data: DataDirectory,
        keys: CurveKeyPair,
        listening: Listening? = nil,
        connecting: Connecting? = nil
    ) {
        self.data = data
        self.keys = keys
        self.listening = listening
        self.connecting = connecting
        peerPolicy = data.peerPolicy
        publishesMetrics = listening != nil
    }

    init(_ reader: ConfigReader, data: DataDirectory) throws {
        try reader.refuseFormerName("publish.figures", of: "publish.metrics")
        let keyFile = reader.string(forKey: "key.file", default: data.keys.secretPath(KeyFiles.bridge))
        self.init(data: data, keys: try KeyFiles.pair(path: keyFile))
        listening = try Self.endpoint(reader, "listen").map(Listening.init)
        connecting = try Self.connecting(reader, data)
        peerPolicy = reader.string(forKey: "peers.file", default: data.peerPolicy)
        publishesMetrics = reader.bool(forKey: "publish.metrics", default: listening != nil)
        majordomoEndpoint = try Self.endpoint(reader, "mdp.listen")
        guard listening != nil || majordomoEndpoint != nil || connecting != nil else {
            let allowed = "set, or mdp.listen or connect must be; such as tcp://0.0.0.0:5700"
            throw ConfigurationFailure("listen", "not set", allowed)
        }
        for path in DataDirectory.brokerNumbers.flatMap(data.sockets)
        where path.utf8.count > DataDirectory.socketPathLengthMax {
            let allowed = "so short that its socket paths have at most \(DataDirectory.socketPathLengthMax) bytes"
            throw ConfigurationFailure("data", data.path, allowed)
        }
    }

    /// Reads an endpoint of this host; nil if none is configured.
    private static func endpoint(_ reader: ConfigReader, _ key: String) throws -> String? {
        guard let text = reader.string(forKey: ConfigKey(key)) else { return nil }
        guard let address = TCPAddress(endpoint: text) else {
            let allowed = "tcp://, an address of this host (0.0.0.0 or [::] for all) and a port"
            throw ConfigurationFailure(key, text, allowed)
        }
        return "\(address)"
    }

    private static func connecting(_ reader: ConfigReader, _ data: DataDirectory) throws -> Connecting? {
        guard let text = reader.string(forKey: "connect") else { return nil }
        let addresses = try text.split(separator: ",").map { part in
            guard let address = TCPAddress(endpoint: String(part)), address.port > 0 else {
                let allowed = "tcp://, a host and a port; several are separated by commas"
                throw ConfigurationFailure("connect", text, allowed)
            }
            return address
        }
        let path = reader.string(forKey: "far.key.file", default: data.keys.publicPath(KeyFiles.farBridge))
        let users = try (reader.string(forKey: "local.users") ?? "").split(separator: ",").map { name in
            guard let user = HostUser.id(String(name)) else {
                throw ConfigurationFailure("local.users", String(name), "the name of a user of this host, or a number")
            }
            return user
        }
        return Connecting(
            addresses: addresses,
            farKey: try KeyFiles.publicKey(path: path),
            localUsers: Set(users + [getuid()])
        )
    }
}
