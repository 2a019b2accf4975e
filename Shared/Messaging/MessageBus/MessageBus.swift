import Calendar
package import Contracts
package import Logging
package import Observability
import Synchronization
import Threading

#if canImport(Glibc)
import Glibc
#endif

/// A process's connection to the brokers: calls of other services, the methods it offers, and the event bus.
///
/// One thread owns the sockets (see `IOLoop`), except those over which event loops of the process send their calls.
/// Every method here may be called from any thread.
package final class MessageBus: Sendable {
    /// Payloads of one topic that may be unread; beyond that, the oldest are dropped.
    private static let subscriptionBuffer = 64

    package let configuration: BusConfiguration
    package let logger: Logger
    /// The finished trace spans of this process.
    package let spans = SpanBuffer()
    private let signal = WakeSignal()
    private let mailbox: Mailbox
    private let lanes: [EventLoopTransport]
    private let services = Mutex<[ServedService]>([])
    private let inFlight = Atomic(0)
    private let startedAt = Timestamp.now()
    private let serving = Atomic(false)

    /// Creates a bus that is not yet connected.
    ///
    /// - Parameters:
    ///   - configuration: The brokers and this instance's name.
    ///   - logger: Logs lost connections and failed requests.
    ///   - hostLoops: Event loops that make calls; each sends them over its own connections.
    package init(_ configuration: BusConfiguration, logger: Logger, hostLoops: [any EventLoopAdapter] = []) {
        self.configuration = configuration
        self.logger = logger
        let signal = signal
        mailbox = Mailbox { signal.raiseIfSleeping() }
        lanes = hostLoops.map(EventLoopTransport.init)
    }

    /// Connects, handles requests and delivers replies until the task is cancelled or ``drain()`` has finished.
    ///
    /// - Throws: `SocketError` if an endpoint is invalid or the sockets cannot be created.
    package func run() async throws {
        for lane in lanes { try await lane.start(configuration, logger) }
        let result: Result<Void, any Error> = await withTaskCancellationHandler {
            do {
                return .success(try await OSThread.run { [self] in try runSockets() })
            } catch {
                return .failure(error)
            }
        } onCancel: {
            mailbox.post(.stop)
        }
        for lane in lanes { await lane.stop() }
        try result.get()
    }

    /// Runs the socket thread until the loop has stopped or drained.
    private func runSockets() throws {
        let services = services.withLock { $0 }
        let worker =
            services.isEmpty
            ? nil : WorkerSide(services, instance: configuration.instance, mailbox, logger, spans)
        let runner = try EpollRunner(configuration, worker, mailbox, signal, logger) { [self] isServing in
            serving.store(isServing, ordering: .relaxed)
        }
        runner.run()
    }

    /// Accepts no more requests, finishes those in progress, and lets ``run()`` return.
    package func drain() { mailbox.post(.drain) }

    /// Whether a broker is connected that has registered all services of this process.
    package var isServing: Bool { serving.load(ordering: .relaxed) }

    /// Returns when every socket loop has responded.
    package func checkLiveness() async {
        for mailbox in [mailbox] + lanes.map(\.mailbox) {
            await withCheckedContinuation { continuation in
                // A mailbox that accepts nothing belongs to a stopped loop, which is not a stuck one.
                if !mailbox.post(.checkLiveness(continuation)) { continuation.resume() }
            }
        }
    }

    /// Registers the methods that this process handles under a service's name, and ping, info and stats.
    ///
    /// Must be called before ``run()``.
    ///
    /// - Parameters:
    ///   - service: The name under which the broker routes requests to it.
    ///   - capacity: The most requests that the broker may send at once.
    ///   - endpoints: The methods.
    package func serve(_ service: ServiceName, capacity: Int, _ endpoints: [Endpoint]) {
        let identity = ServiceIdentity(
            service: service,
            instance: configuration.instance,
            startedAt: startedAt,
            capacity: capacity
        )
        let served = ServedService(
            name: service,
            capacity: capacity,
            endpoints: endpoints,
            inspection: [
                .ping(identity), .info(identity, methods: endpoints.map(\.method)), .stats(identity),
            ]
        )
        services.withLock { $0.append(served) }
    }

    /// Calls a method of another service, with the principal and the deadline of the request that it is part of.
    ///
    /// - Throws: The error that the service answered, or the queue's own; `internalError` for a call that is not in the
    ///   call graph.
    package func call<Request: Contract>(
        _ request: Request,
        _ context: RequestContext
    ) async throws(ServiceError) -> Request.Reply {
        let service = Request.method.service
        guard configuration.callees?.contains(service.owner) ?? true else {
            throw ServiceError(.internalError, "\(configuration.instance) may not call \(service).")
        }
        return try await call(Request.method, request, context, as: Request.Reply.self)
    }

    /// Calls a method with a name that its request's type does not determine, such as the events of a service.
    ///
    /// - Throws: The error that the service answered, or the queue's own.
    package func call<Reply: Decodable & Sendable>(
        _ method: Method,
        _ request: some Encodable & Sendable,
        _ context: RequestContext,
        as type: Reply.Type = Reply.self
    ) async throws(ServiceError) -> Reply {
        let payload: [UInt8]
        do {
            payload = try PayloadCoder.encode(request)
        } catch {
            throw ServiceError(.internalError, "The request cannot be written as JSON: \(error)")
        }
        let nested = RequestContext(
            id: UUIDv7.make(),
            principal: context.principal,
            idempotencyKey: context.idempotencyKey.map { "\($0)/\(method.name)" },
            deadline: min(context.deadline, .after(milliseconds: method.timeoutMs)),
            traceparent: context.traceparent
        )
        return try PayloadCoder.decodeReply(type, from: try await forward(method, payload: payload, nested).payload)
    }

    /// Forwards an encoded payload under the context's own id, and returns the encoded reply.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - payload: The request as JSON.
    ///   - context: The context of the request.
    ///   - wantsVersion: Whether the reply shall have the version of its object.
    /// - Returns: The reply.
    /// - Throws: The error that the service answered, or the queue's own.
    package func forward(
        _ method: Method,
        payload: [UInt8],
        _ context: RequestContext,
        wantsVersion: Bool = false
    ) async throws(ServiceError) -> EncodedReply {
        guard payload.count <= MessageLimits.payloadMax else {
            throw ServiceError(.tooLarge, "One message holds at most \(MessageLimits.payloadMax) bytes.")
        }
        guard inFlight.add(1, ordering: .relaxed).oldValue < MessageLimits.callsInFlightMax else {
            inFlight.subtract(1, ordering: .relaxed)
            throw ServiceError(.overloaded, "This process has too many calls under way; try again in a second.")
        }
        defer { inFlight.subtract(1, ordering: .relaxed) }
        let span = OpenSpan(in: context.traceparent)
        let traced = span.map { context.with(traceparent: $0.context.text) } ?? context
        var result = await send(method, payload, traced, wantsVersion: wantsVersion)
        var pauseMs = Self.retryPauseMs.first
        while case .failure(let error) = result, error.code == .overloaded, method.retryable,
            pauseMs <= Self.retryPauseMs.last, context.deadline.millisecondsLeft > 2 * pauseMs
        {
            // A shed call has not begun. Random pauses keep many callers from retrying at the same time.
            try? await Task.sleep(for: .milliseconds(Int.random(in: pauseMs / 2...pauseMs)))
            if Task.isCancelled { break }
            result = await send(method, payload, traced, wantsVersion: wantsVersion)
            pauseMs *= 2
        }
        if let span {
            let attributes = ["mealwire.request": context.id.description]
            spans.add(span.ended(method.name, .client, error: result.errorCode?.rawValue, attributes: attributes))
        }
        return try result.get()
    }

    /// The number of calls without an answer yet.
    package var callsInFlight: Int { inFlight.load(ordering: .relaxed) }

    /// Returns the metrics of the methods that this process offers, by service; empty after it has stopped.
    package func offeredMetrics() async -> [OfferedServiceMetrics] {
        await withCheckedContinuation { continuation in
            let isTaken = mailbox.post(.metrics { continuation.resume(returning: $0) })
            if !isTaken { continuation.resume(returning: []) }
        }
    }

    /// The pauses before a shed call is sent again, in milliseconds, doubling: three more attempts within a second,
    /// then the caller gets the error.
    private static let retryPauseMs = (first: 100, last: 400)

    /// Sends a call once under its id, and waits for its one answer.
    private func send(
        _ method: Method,
        _ payload: [UInt8],
        _ context: RequestContext,
        wantsVersion: Bool
    ) async -> Result<EncodedReply, ServiceError> {
        let cancellation = Cancellation()
        let mailbox = lanes.first { $0.isCurrent }?.mailbox ?? mailbox
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let call = PendingCall(method, context, payload, wantsVersion: wantsVersion, cancellation, continuation)
                if !mailbox.post(.call(call)) {
                    call.finish(.failure(ServiceError(.unavailable, "This process is stopping.")))
                }
            }
        } onCancel: {
            // The flag covers a call that is posted after this.
            cancellation.isCancelled.store(true, ordering: .sequentiallyConsistent)
            mailbox.post(.cancelCall(context.id))
        }
    }

    /// Publishes to the current subscribers; nothing is stored.
    package func publish(_ topic: String, _ payload: [UInt8]) {
        mailbox.post(.publish(topic: topic, payload: payload))
    }

    /// Subscribes to a topic; if payloads are not read in time, only the newest are kept.
    package func subscribe(_ topic: String) -> AsyncStream<[UInt8]> {
        subscribe([topic], keeping: Self.subscriptionBuffer)
    }

    /// Subscribes to several topics.
    ///
    /// - Parameters:
    ///   - topics: Whole topics.
    ///   - countMax: Payloads that may be unread; beyond that, the oldest are dropped.
    /// - Returns: The payloads, in the order of their arrival.
    package func subscribe(_ topics: [String], keeping countMax: Int) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [UInt8].self,
            bufferingPolicy: .bufferingNewest(countMax)
        )
        for topic in topics { mailbox.post(.subscribe(topic: topic, continuation)) }
        return stream
    }
}

/// A service that this process offers.
struct ServedService: Sendable {
    let name: ServiceName
    let capacity: Int
    /// Its own methods.
    let endpoints: [Endpoint]
    /// The methods that every service has: ping, info and stats.
    let inspection: [Endpoint]
}
