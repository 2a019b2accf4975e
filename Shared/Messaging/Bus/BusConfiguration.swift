package import Contracts

/// Where the brokers are and who this process is.
package struct BusConfiguration: Sendable {
    /// This process among the instances of its service, such as `diary-4711`.
    package var instance: String
    /// The brokers, the one to be preferred first.
    ///
    /// A process offers its services at all of them, and calls through the first that answers.
    package var brokers: [BrokerEndpoints]
    /// The services that this process may call (``CallGraph``); nil if it may call all.
    package var callees: Set<ServiceName>?
    /// How long the end of the process may take.
    package var stopLimits = StopLimits()

    package init(instance: String, brokers: [BrokerEndpoints], callees: Set<ServiceName>? = nil) {
        self.instance = instance
        self.brokers = brokers
        self.callees = callees
    }
}

/// Where one broker listens, each `ipc://` and a path.
package struct BrokerEndpoints: Sendable {
    /// The queue.
    package var requests: String
    /// Where events are handed in.
    package var publish: String
    /// Where events come out.
    package var subscribe: String

    package init(requests: String, publish: String, subscribe: String) {
        self.requests = requests
        self.publish = publish
        self.subscribe = subscribe
    }
}
