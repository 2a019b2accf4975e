package import Contracts
package import Logging

/// A process's connection to the broker: calls of other services, the methods it answers itself, and the event bus.
///
/// One thread owns the sockets (see `SocketLoop`); everything here may be called from anywhere.
package final class MessageBus: Sendable {
    let configuration: BusConfiguration
    package let logger: Logger

    package init(_ configuration: BusConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Connects, answers requests and delivers replies until the task is cancelled or ``drain()`` has finished.
    package func run() async throws { fatalError() }

    /// Takes no more requests, finishes those that are held, and lets ``run()`` return.
    package func drain() { fatalError() }

    /// Registers the methods that this process answers under a service's name. Call it before ``run()``.
    ///
    /// - Parameters:
    ///   - capacity: How many requests the broker may hand over at once.
    package func serve(_ service: ServiceName, capacity: Int, _ endpoints: [Endpoint]) { fatalError() }

    /// Returns when the broker has been reached for the first time.
    package func connected() async throws(ServiceError) { fatalError() }

    /// Calls a method of another service, for the principal and within the time of the request that this one is part of.
    ///
    /// - Throws: the error that the service answered, or the queue's own.
    package func call<Request: Contract>(
        _ request: Request,
        _ context: RequestContext
    ) async throws(ServiceError) -> Request.Reply { fatalError() }

    /// Calls a method whose name is not fixed by its request's type, such as the events of a service.
    package func call<Reply: Decodable & Sendable>(
        _ method: Method,
        _ request: some Encodable & Sendable,
        _ context: RequestContext,
        as type: Reply.Type = Reply.self
    ) async throws(ServiceError) -> Reply { fatalError() }

    /// Hands a payload on without looking into it, and gives back the reply's.
    package func forward(
        _ method: Method,
        payload: [UInt8],
        _ context: RequestContext
    ) async throws(ServiceError) -> [UInt8] { fatalError() }

    /// Publishes to whoever listens now; nothing is kept.
    package func publish(_ topic: String, _ payload: [UInt8]) { fatalError() }

    /// What is published on a topic from now on; of what is not read in time only the newest stays.
    package func subscribe(_ topic: String) -> AsyncStream<[UInt8]> { fatalError() }
}

/// Where the broker is and who this process is.
package struct BusConfiguration: Sendable {
    /// This process among the instances of its service, such as `diary-4711`.
    package var instance: String
    /// The broker's queue.
    package var requests: String
    /// Where events are handed in.
    package var publish: String
    /// Where events come out.
    package var subscribe: String

    package init(instance: String, requests: String, publish: String, subscribe: String) {
        self.instance = instance
        self.requests = requests
        self.publish = publish
        self.subscribe = subscribe
    }
}
