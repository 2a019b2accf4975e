package import Contracts

/// The identity of this process on the bus, and the brokers it uses.
package struct BusConfiguration: Sendable {
    /// The name of this instance, such as `diary-4711`.
    package var instance: String
    /// The brokers, the preferred one first.
    ///
    /// A process offers its services at all of them, and calls through the first that is connected.
    package var brokers: [BrokerEndpoints]
    /// The services that this process may call (``CallGraph``); nil if it may call all.
    package var callees: Set<ServiceName>?
    /// Time limits for the shutdown of the process.
    package var stopLimits = StopLimits()

    package init(instance: String, brokers: [BrokerEndpoints], callees: Set<ServiceName>? = nil) {
        self.instance = instance
        self.brokers = brokers
        self.callees = callees
    }
}

/// The endpoints of one broker, each `ipc://` and a path.
package struct BrokerEndpoints: Sendable {
    /// Requests and replies.
    package var requests: String
    /// Events from publishers.
    package var publish: String
    /// Events to subscribers.
    package var subscribe: String

    package init(requests: String, publish: String, subscribe: String) {
        self.requests = requests
        self.publish = publish
        self.subscribe = subscribe
    }
}
