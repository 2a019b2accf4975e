package import Contracts
package import Messaging

/// The one directory under which a set keeps everything: sockets, databases, logs.
package struct DataDirectory: Sendable {
    /// The longest path that a Unix socket can have on Linux, without its closing zero.
    package static let socketPathLengthMax = 107

    package let path: String

    package init(path: String) {
        self.path = path
    }

    package var run: String { "\(path)/run" }
    package var log: String { "\(path)/log" }
    package var requestsSocket: String { "\(run)/requests.sock" }
    package var publishSocket: String { "\(run)/events-in.sock" }
    package var subscribeSocket: String { "\(run)/events-out.sock" }

    /// The database file of a service.
    package func database(of service: ServiceName) -> String { "\(path)/\(service.rawValue).sqlite" }

    /// The endpoints of a broker on this host.
    package func bus(instance: String) -> BusConfiguration {
        BusConfiguration(
            instance: instance,
            requests: "ipc://\(requestsSocket)",
            publish: "ipc://\(publishSocket)",
            subscribe: "ipc://\(subscribeSocket)"
        )
    }
}
