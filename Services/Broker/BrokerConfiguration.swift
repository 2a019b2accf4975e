package import BrokerCore
import Configuration
package import MessageBus
import ServiceKit

#if canImport(Glibc)
import Glibc
#endif

/// Configures the broker's endpoints and limits.
///
/// Configuration keys, from the command line, then the environment:
/// - `queue.max` (int, 1000, `--queue-max`, `MEALWIRE_QUEUE_MAX`): requests that may wait for one service.
/// - `mdp` (bool, `false`, `--mdp`): an endpoint for any peer of the Majordomo Protocol, `run/mdp.sock`.
/// - `mdp.endpoint` (string, `--mdp-endpoint`): where that is instead, `ipc://` and a path.
/// - `number` (int, 1): number of this broker in the stack; 2 is the standby.
/// - `gateway.user` (string, `--gateway-user`, `MEALWIRE_GATEWAY_USER`): name or number of the host user that the
///   gateway runs as, if it is not the broker's own. That user may call services and act for users, and is no operator.
/// - `bridge.user` (string, `--bridge-user`, `MEALWIRE_BRIDGE_USER`): name or number of the host user that the bridge
///   runs as. Without it, the list of peers names that user; without either, it is the broker's own.
/// - `grace.ms` (int, 2000, `--grace-ms`): how long a request waits for a service without workers.
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

    init(_ reader: ConfigReader, data: DataDirectory) throws {
        try Self.refuseRemovedKeys(reader)
        var limits = BrokerLimits()
        limits.queueMaxPerService = try reader.number(
            "queue.max",
            in: 1...1_000_000,
            default: limits.queueMaxPerService
        )
        limits.graceMs = try reader.number("grace.ms", in: 0...60_000, default: limits.graceMs)
        let number = try reader.number("number", in: DataDirectory.brokerNumbers, default: 1)
        let endpoints = data.endpoints(ofBroker: number)
        let externalPath = "\(data.run)/mdp\(number == 1 ? "" : "-\(number)").sock"
        for path in data.sockets(ofBroker: number) + [externalPath]
        where path.utf8.count > DataDirectory.socketPathLengthMax {
            let allowed = "so short that its socket paths have at most \(DataDirectory.socketPathLengthMax) bytes"
            throw ConfigurationFailure("data", data.path, allowed)
        }
        self.init(
            requests: endpoints.requests,
            eventsIn: endpoints.publish,
            eventsOut: endpoints.subscribe,
            // Both brokers share one environment, and one endpoint for external peers is enough.
            external: number == 1 ? try Self.externalEndpoint(reader, defaultPath: externalPath) : nil,
            peerPolicy: data.peerPolicy,
            lock: data.brokerLock(number),
            limits: limits
        )
        bridge = data.bridgeEndpoints(ofBroker: number)
        bridgeExternal = number == 1 ? data.bridgeExternalEndpoint : nil
        gatewayUser = try Self.user(reader, "gateway.user")
        bridgeUser = try Self.user(reader, "bridge.user")
        process = reader.string(forKey: "instance", default: "broker-\(getpid())")
    }

    /// Reads the id of a user that is configured by its name or number; nil if none is configured.
    private static func user(_ reader: ConfigReader, _ key: String) throws -> UInt32? {
        guard let text = reader.string(forKey: ConfigKey(key)) else { return nil }
        guard let user = HostUser.id(text) else {
            throw ConfigurationFailure(key, text, "the name of a user of this host, or a number")
        }
        return user
    }

    /// Refuses an option of earlier versions: ignoring it would leave other hosts unable to connect.
    private static func refuseRemovedKeys(_ reader: ConfigReader) throws {
        guard let endpoint = reader.string(forKey: "tcp.endpoint") else { return }
        let allowed = "left out: other hosts connect through the bridge, by its option --listen"
        throw ConfigurationFailure("tcp.endpoint", endpoint, allowed)
    }

    private static func externalEndpoint(_ reader: ConfigReader, defaultPath: String) throws -> String? {
        guard let endpoint = reader.string(forKey: "mdp.endpoint") else {
            return reader.bool(forKey: "mdp", default: false) ? "ipc://\(defaultPath)" : nil
        }
        guard endpoint.hasPrefix("ipc://") else {
            let allowed = "ipc:// and a path; over tcp:// peers connect to the bridge, by its option --mdp-listen"
            throw ConfigurationFailure("mdp.endpoint", endpoint, allowed)
        }
        return endpoint
    }
}
