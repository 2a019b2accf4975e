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

/// Time limits for requests in progress when a process stops.
///
/// Together they are eight seconds: `mealwire up` kills a process nine seconds after telling it to stop, and the
/// database is closed after the last request.
package struct StopLimits: Sendable {
    /// Time for handlers to end by themselves, in milliseconds; then they are cancelled.
    package var handlersMs = 7_000
    /// Time for cancelled handlers to end, in milliseconds; then the process stops without waiting for them.
    package var cancelledMs = 1_000

    package init() {}

    var handlersNs: UInt64 { UInt64(handlersMs) * 1_000_000 }
    var cancelledNs: UInt64 { UInt64(cancelledMs) * 1_000_000 }
}
