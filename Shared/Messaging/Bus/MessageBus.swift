package import Contracts
package import Logging
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A process's connection to the broker: calls of other services, the methods it answers itself, and the event bus.
///
/// One thread owns the sockets (see `SocketLoop`), but those over which event loops of the process make their calls;
/// everything here may be called from anywhere.
package final class MessageBus: Sendable {
    /// Payloads of one topic that a subscriber may leave unread; then the oldest give way.
    private static let subscriptionBuffer = 64

    package let configuration: BusConfiguration
    package let logger: Logger
    /// Steps of traces that this process has finished.
    package let spans = SpanBuffer()
    private let sleep = ThreadSleep()
    private let mailbox: Mailbox
    private let lanes: [BusLane]
    private let services = Mutex<[ServedService]>([])
    private let inFlight = Atomic(0)
    private let startedAt = Timestamp.now()
    private let presence = Presence()

    /// Makes a bus, not yet connected.
    ///
    /// - Parameters:
    ///   - configuration: Where the broker is.
    ///   - logger: Hears of lost connections and failed requests.
    ///   - hostLoops: Event loops on which calls are made; they carry these themselves, each over its own connection.
    package init(_ configuration: BusConfiguration, logger: Logger, hostLoops: [any HostLoop] = []) {
        self.configuration = configuration
        self.logger = logger
        let sleep = sleep
        mailbox = Mailbox { sleep.wake() }
        lanes = hostLoops.map(BusLane.init)
    }

    /// Connects, answers requests and delivers replies until the task is cancelled or ``drain()`` has finished.
    ///
    /// - Throws: `SocketError` if an endpoint is none, or the sockets cannot be made.
    package func run() async throws {
        let services = services.withLock { $0 }
        let thread = SocketThread(configuration, services, mailbox, sleep, presence, logger, spans)
        for lane in lanes { try await lane.start(configuration, logger) }
        let result: Result<Void, any Error> = await withTaskCancellationHandler {
            do { return .success(try await thread.run()) } catch { return .failure(error) }
        } onCancel: {
            mailbox.post(.stop)
        }
        for lane in lanes { await lane.stop() }
        try result.get()
    }

    /// Takes no more requests, finishes those that are held, and lets ``run()`` return.
    package func drain() { mailbox.post(.drain) }

    /// Whether a broker is there that has taken note of all that this process offers.
    package var isServing: Bool { presence.isServing }

    /// Goes once through everything that has sockets here, and comes back only if all of it is at work.
    package func goRound() async {
        for mailbox in [mailbox] + lanes.map(\.mailbox) {
            await withCheckedContinuation { continuation in
                // Who takes nothing any more has stopped, and not stopped working.
                if !mailbox.post(.goRound(continuation)) { continuation.resume() }
            }
        }
    }

    /// Registers the methods that this process answers under a service's name, and beside them ping, info and stats.
    ///
    /// Call it before ``run()``.
    ///
    /// - Parameters:
    ///   - service: The name under which the broker knows it.
    ///   - capacity: How many requests the broker may hand over at once.
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

    /// Calls a method of another service, for the principal and within the time of the request that this one is part of.
    ///
    /// - Throws: the error that the service answered, or the queue's own; `internalError` for a call that the call graph
    ///   does not know.
    package func call<Request: Contract>(
        _ request: Request,
        _ context: RequestContext
    ) async throws(ServiceError) -> Request.Reply {
        let service = Request.method.service
        guard configuration.callees?.contains(service.owner) ?? true else {
            throw ServiceError(.internalError, "\(configuration.instance) is not meant to call \(service).")
        }
        return try await call(Request.method, request, context, as: Request.Reply.self)
    }

    /// Calls a method whose name is not fixed by its request's type, such as the events of a service.
    ///
    /// - Throws: the error that the service answered, or the queue's own.
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
        return try PayloadCoder.decodeReply(type, from: try await forward(method, payload: payload, nested))
    }

    /// Hands a payload on under the context's own id without looking into it, and gives back the reply's.
    ///
    /// - Throws: the error that the service answered, or the queue's own.
    package func forward(
        _ method: Method,
        payload: [UInt8],
        _ context: RequestContext
    ) async throws(ServiceError) -> [UInt8] {
        guard payload.count <= MessageLimits.payloadMax else {
            throw ServiceError(.tooLarge, "One message holds at most \(MessageLimits.payloadMax) bytes.")
        }
        guard inFlight.add(1, ordering: .relaxed).oldValue < MessageLimits.callsInFlightMax else {
            inFlight.subtract(1, ordering: .relaxed)
            throw ServiceError(.overloaded, "This process has too many calls under way; try again in a second.")
        }
        defer { inFlight.subtract(1, ordering: .relaxed) }
        let span = OpenSpan(in: context.traceparent)
        let traced = span.map { context.at($0.context) } ?? context
        var result = await send(method, payload, traced)
        var pauseMs = Self.retryPauseMs.first
        while case .failure(let error) = result, error.code == .overloaded, method.repeatable,
            pauseMs <= Self.retryPauseMs.last, context.deadline.millisecondsLeft > 2 * pauseMs
        {
            // What was shed has not begun. The pauses of many callers must not end together.
            try? await Task.sleep(for: .milliseconds(Int.random(in: pauseMs / 2...pauseMs)))
            if Task.isCancelled { break }
            result = await send(method, payload, traced)
            pauseMs *= 2
        }
        if let span {
            let attributes = ["mealwire.request": context.id.description]
            spans.add(span.ended(method.name, .client, error: result.errorCode?.rawValue, attributes: attributes))
        }
        return try result.get()
    }

    /// Calls whose answers are waited for.
    package var callsInFlight: Int { inFlight.load(ordering: .relaxed) }

    /// What this process has answered, by the names under which it is called; nothing once it has stopped.
    package func offeredFigures() async -> [OfferedFigures] {
        await withCheckedContinuation { continuation in
            let isTaken = mailbox.post(.figures { continuation.resume(returning: $0) })
            if !isTaken { continuation.resume(returning: []) }
        }
    }

    /// Pauses before what was shed is sent again, in milliseconds, doubling: three attempts more within a second, after
    /// which the caller is told.
    private static let retryPauseMs = (first: 100, last: 400)

    /// Sends a call once under its id, and waits for its one answer.
    private func send(
        _ method: Method,
        _ payload: [UInt8],
        _ context: RequestContext
    ) async -> Result<[UInt8], ServiceError> {
        let cancellation = Cancellation()
        let mailbox = lanes.first { $0.isCurrent }?.mailbox ?? mailbox
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let call = PendingCall(method, context, payload, cancellation, continuation)
                if !mailbox.post(.call(call)) {
                    call.finish(.failure(ServiceError(.unavailable, "This process is stopping.")))
                }
            }
        } onCancel: {
            // The flag is for a call that is posted after this.
            cancellation.isCancelled.store(true, ordering: .sequentiallyConsistent)
            mailbox.post(.cancelCall(context.id))
        }
    }

    /// Publishes to whoever listens now; nothing is kept.
    package func publish(_ topic: String, _ payload: [UInt8]) {
        mailbox.post(.publish(topic: topic, payload: payload))
    }

    /// What is published on a topic from now on; of what is not read in time only the newest stays.
    package func subscribe(_ topic: String) -> AsyncStream<[UInt8]> {
        subscribe([topic], keeping: Self.subscriptionBuffer)
    }

    /// What is published on any of the topics from now on.
    ///
    /// - Parameters:
    ///   - topics: Whole topics.
    ///   - countMax: Payloads that may be left unread; then the oldest give way.
    /// - Returns: The payloads, in the order in which they come.
    package func subscribe(_ topics: [String], keeping countMax: Int) -> AsyncStream<[UInt8]> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [UInt8].self,
            bufferingPolicy: .bufferingNewest(countMax)
        )
        for topic in topics { mailbox.post(.subscribe(topic: topic, continuation)) }
        return stream
    }
}

/// A service that a process offers.
struct ServedService: Sendable {
    let name: ServiceName
    let capacity: Int
    /// Its own methods.
    let endpoints: [Endpoint]
    /// The methods that every service has for nothing.
    let inspection: [Endpoint]
}
