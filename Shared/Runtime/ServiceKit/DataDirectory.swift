package import Contracts
import FoundationEssentials
package import MessageBus
import Settings

/// The directory of a stack: sockets, databases, logs, keys.
///
/// Under systemd each service has a data directory of its own; they share the directory of the sockets.
package struct DataDirectory: Sendable {
    /// Maximum length of a Unix socket's path on Linux, in bytes, without the terminating zero.
    package static let socketPathLengthMax = 107

    package let path: String
    /// The directory of the sockets.
    package let run: String

    /// - Parameters:
    ///   - path: The path of the data directory.
    ///   - run: The directory of the sockets; `run` in the data directory by default.
    package init(path: String, run: String? = nil) {
        self.path = path
        self.run = run ?? "\(path)/run"
    }

    /// Makes the directory of the sockets and its missing parents, for their owner only.
    ///
    /// `mealwire up` makes it before it starts the processes. A broker or bridge may also be started alone.
    ///
    /// - Throws: An error of the file system if that fails; none if the directory exists.
    package func makeRunDirectory() throws {
        try FileManager.default.createDirectory(
            atPath: run,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    package var log: String { "\(path)/log" }
    /// The keys that identify processes on other hosts.
    package var keys: KeyFiles { KeyFiles(directory: "\(path)/keys") }
    /// The directory of the certificate authority and the certificate that `mealwire up --https` makes.
    package var certificates: String { "\(path)/certificates" }
    /// The file that lists the peers that may connect besides the broker's own user.
    package var peerPolicy: String { "\(path)/peers.json" }
    /// The brokers that a stack may have.
    package static let brokerNumbers = Settings.Process.brokerNumbers

    /// The endpoints of a broker on this host.
    package func endpoints(ofBroker number: Int) -> BrokerEndpoints {
        let suffix = number == 1 ? "" : "-\(number)"
        return BrokerEndpoints(
            requests: "ipc://\(run)/requests\(suffix).sock",
            publish: "ipc://\(run)/events-in\(suffix).sock",
            subscribe: "ipc://\(run)/events-out\(suffix).sock"
        )
    }

    /// The endpoints at which a broker on this host accepts the bridge, which relays for processes on other hosts.
    package func bridgeEndpoints(ofBroker number: Int) -> BrokerEndpoints {
        let suffix = number == 1 ? "" : "-\(number)"
        return BrokerEndpoints(
            requests: "ipc://\(run)/bridge\(suffix).sock",
            publish: "ipc://\(run)/bridge-in\(suffix).sock",
            subscribe: "ipc://\(run)/bridge-out\(suffix).sock"
        )
    }

    /// The endpoint of the first broker where the bridge connects peers of the Majordomo Protocol of other hosts.
    package var bridgeExternalEndpoint: String { "ipc://\(run)/bridge-mdp.sock" }

    /// The lock file for a broker number, held by that broker or by the bridge that relays to one on another host.
    package func brokerLock(_ number: Int) -> String { "\(run)/broker\(number == 1 ? "" : "-\(number)").lock" }

    /// The database file of a service.
    package func database(of service: ServiceName) -> String { "\(path)/\(service.rawValue).sqlite" }

    /// The paths of a broker's sockets.
    package func sockets(ofBroker number: Int) -> [String] {
        let endpoints = endpoints(ofBroker: number)
        return [endpoints.requests, endpoints.publish, endpoints.subscribe].map {
            String($0.dropFirst("ipc://".count))
        }
    }

    /// Returns the configuration with which a process of the stack reaches its brokers.
    package func bus(instance: String, brokers: Int = 1) -> BusConfiguration {
        BusConfiguration(instance: instance, brokers: (1...brokers).map { endpoints(ofBroker: $0) })
    }
}
