package import BrokerCore
package import MessageBus
import ServiceKit
import Settings

#if canImport(Glibc)
import Glibc
#endif

/// Configures the broker's endpoints and limits.
///
/// ``Settings/Broker`` declares what it reads.
package struct BrokerConfiguration: Sendable {
    /// The endpoint of the queue.
    package var requests: String
    /// The endpoint for publishers.
    package var eventsIn: String
    /// The endpoint for subscribers.
    package var eventsOut: String
    /// The endpoint for external peers; nil if there is none.
    package var external: String?
    /// The endpoints at which the bridge connects for processes of other hosts; nil if there are none.
    package var bridge: BrokerEndpoints?
    /// The endpoint at which the bridge connects for Majordomo peers on other hosts; nil if there is none.
    package var bridgeExternal: String?
    /// The path of the list of peers, which names the users and keys that may connect besides the broker's own user.
    package var peerPolicy: String
    /// The user id of the gateway's processes; nil if it is the broker's own.
    package var gatewayUser: UInt32?
    /// The user id of the bridge's processes, if configured.
    package var bridgeUser: UInt32?
    /// The path of the lock file that keeps a second broker from replacing the sockets.
    package var lock: String
    package var limits: BrokerLimits
    /// Identifies this broker.
    package var process = "broker"
    /// The user id of processes with all permissions; other users need an entry in the list of peers.
    package var ownUser: UInt32 = getuid()

    package init(
        requests: String,
        eventsIn: String,
        eventsOut: String,
        external: String? = nil,
        peerPolicy: String,
        gatewayUser: UInt32? = nil,
        lock: String,
        limits: BrokerLimits
    ) {
        self.requests = requests
        self.eventsIn = eventsIn
        self.eventsOut = eventsOut
        self.external = external
        self.peerPolicy = peerPolicy
        self.gatewayUser = gatewayUser
        self.lock = lock
        self.limits = limits
    }

    init(_ settings: SettingsReader, data: DataDirectory) throws {
        var limits = BrokerLimits()
        limits.queueMaxPerService = try settings.read(Settings.Broker.queueMax)
        limits.graceMs = try settings.read(Settings.Broker.graceMs)
        let number = try settings.read(Settings.Broker.number)
        let endpoints = data.endpoints(ofBroker: number)
        let externalPath = "\(data.run)/mdp\(number == 1 ? "" : "-\(number)").sock"
        for path in data.sockets(ofBroker: number) + [externalPath]
        where path.utf8.count > DataDirectory.socketPathLengthMax {
            let allowed = "so short that its socket paths have at most \(DataDirectory.socketPathLengthMax) bytes"
            throw ConfigurationFailure(Settings.Process.data, data.path, allowed)
        }
        self.init(
            requests: endpoints.requests,
            eventsIn: endpoints.publish,
            eventsOut: endpoints.subscribe,
            // Both brokers share one environment, and one endpoint for external peers is enough.
            external: number == 1 ? try Self.externalEndpoint(settings, defaultPath: externalPath) : nil,
            peerPolicy: data.peerPolicy,
            lock: data.brokerLock(number),
            limits: limits
        )
        bridge = data.bridgeEndpoints(ofBroker: number)
        bridgeExternal = number == 1 ? data.bridgeExternalEndpoint : nil
        gatewayUser = try Self.user(settings, Settings.Broker.gatewayUser)
        bridgeUser = try Self.user(settings, Settings.Broker.bridgeUser)
        process = try settings.read(Settings.Process.instance) ?? "broker-\(getpid())"
    }

    /// Reads the id of a user that is configured by its name or number; nil if none is configured.
    private static func user(_ settings: SettingsReader, _ setting: Setting<String?>) throws -> UInt32? {
        guard let text = try settings.read(setting) else { return nil }
        guard let user = HostUser.id(text) else { throw ConfigurationFailure(setting, text) }
        return user
    }

    private static func externalEndpoint(_ settings: SettingsReader, defaultPath: String) throws -> String? {
        guard let endpoint = try settings.read(Settings.Broker.mdpEndpoint) else {
            return try settings.read(Settings.Broker.mdp) ? "ipc://\(defaultPath)" : nil
        }
        guard endpoint.hasPrefix("ipc://") else { throw ConfigurationFailure(Settings.Broker.mdpEndpoint, endpoint) }
        return endpoint
    }
}
