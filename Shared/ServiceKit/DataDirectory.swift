package import Contracts
package import Messaging

/// The one directory under which a set keeps everything: sockets, databases, logs.
///
/// Where each service has a directory of its own, as under systemd, they share that of the sockets.
package struct DataDirectory: Sendable {
    /// The longest path that a Unix socket can have on Linux, without its closing zero.
    package static let socketPathLengthMax = 107

    package let path: String
    /// Where the sockets lie.
    package let run: String

    /// - Parameters:
    ///   - path: Of the directory.
    ///   - run: Where the sockets lie; in the directory if nothing is said.
    package init(path: String, run: String? = nil) {
        self.path = path
        self.run = run ?? "\(path)/run"
    }

    package var log: String { "\(path)/log" }
    /// The keys by which processes on other hosts are known.
    package var keys: KeyFiles { KeyFiles(directory: "\(path)/keys") }
    /// Who besides the broker's own user may connect.
    package var peerPolicy: String { "\(path)/peers.json" }
    /// The brokers that a set may have: one that is preferred, and one that stands by.
    package static let brokerNumbers = 1...2

    /// The endpoints of a broker on this host.
    package func endpoints(ofBroker number: Int) -> BrokerEndpoints {
        let suffix = number == 1 ? "" : "-\(number)"
        return BrokerEndpoints(
            requests: "ipc://\(run)/requests\(suffix).sock",
            publish: "ipc://\(run)/events-in\(suffix).sock",
            subscribe: "ipc://\(run)/events-out\(suffix).sock"
        )
    }

    /// The endpoints of a broker on this host for the bridge, which speaks there for processes of other hosts.
    package func bridgeEndpoints(ofBroker number: Int) -> BrokerEndpoints {
        let suffix = number == 1 ? "" : "-\(number)"
        return BrokerEndpoints(
            requests: "ipc://\(run)/bridge\(suffix).sock",
            publish: "ipc://\(run)/bridge-in\(suffix).sock",
            subscribe: "ipc://\(run)/bridge-out\(suffix).sock"
        )
    }

    /// Where the first broker takes in the bridge for peers of the Majordomo Protocol on other hosts.
    package var bridgeForeignEndpoint: String { "ipc://\(run)/bridge-mdp.sock" }

    /// The lock that a broker of this number holds, or the bridge that offers one of another host under it.
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

    /// How a process of the set reaches its brokers.
    package func bus(instance: String, brokers: Int = 1) -> BusConfiguration {
        BusConfiguration(instance: instance, brokers: (1...brokers).map { endpoints(ofBroker: $0) })
    }
}
