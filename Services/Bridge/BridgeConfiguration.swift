package import ServiceKit
import Settings

#if canImport(Glibc)
import Glibc
#endif

/// The endpoints and keys of the bridge.
///
/// ``Settings/Bridge`` declares what it reads.
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

    init(_ settings: SettingsReader, data: DataDirectory) throws {
        let keyFile = try settings.read(Settings.Bridge.keyFile) ?? data.keys.secretPath(KeyFiles.bridge)
        self.init(data: data, keys: try KeyFiles.pair(path: keyFile))
        listening = try Self.endpoint(settings, Settings.Bridge.listen).map(Listening.init)
        connecting = try Self.connecting(settings, data)
        peerPolicy = try settings.read(Settings.Bridge.peersFile) ?? data.peerPolicy
        publishesMetrics = try settings.read(Settings.Bridge.publishMetrics, default: listening != nil)
        majordomoEndpoint = try Self.endpoint(settings, Settings.Bridge.mdpListen)
        guard listening != nil || majordomoEndpoint != nil || connecting != nil else {
            let allowed = "set, or mdp.listen or connect must be; such as tcp://0.0.0.0:5700"
            throw ConfigurationFailure(Settings.Bridge.listen, "not set", allowed)
        }
        for path in DataDirectory.brokerNumbers.flatMap(data.sockets)
        where path.utf8.count > DataDirectory.socketPathLengthMax {
            let allowed = "so short that its socket paths have at most \(DataDirectory.socketPathLengthMax) bytes"
            throw ConfigurationFailure(Settings.Process.data, data.path, allowed)
        }
    }

    /// Reads an endpoint of this host; nil if none is configured.
    private static func endpoint(_ settings: SettingsReader, _ setting: Setting<String?>) throws -> String? {
        guard let text = try settings.read(setting) else { return nil }
        guard let address = TCPAddress(endpoint: text) else { throw ConfigurationFailure(setting, text) }
        return "\(address)"
    }

    private static func connecting(_ settings: SettingsReader, _ data: DataDirectory) throws -> Connecting? {
        guard let text = try settings.read(Settings.Bridge.connect) else { return nil }
        let addresses = try text.split(separator: ",").map { part in
            guard let address = TCPAddress(endpoint: String(part)), address.port > 0 else {
                throw ConfigurationFailure(Settings.Bridge.connect, text)
            }
            return address
        }
        let path = try settings.read(Settings.Bridge.farKeyFile) ?? data.keys.publicPath(KeyFiles.farBridge)
        let users = try (settings.read(Settings.Bridge.localUsers) ?? "").split(separator: ",").map { name in
            guard let user = HostUser.id(String(name)) else {
                throw ConfigurationFailure(Settings.Bridge.localUsers, String(name))
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
