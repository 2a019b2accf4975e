import Contracts
import Logging
import Observability
import ZMTP

/// The services that this process offers: registers them, runs requests, sends the answers.
struct WorkerSide {
    private var services: [CountedService]
    private let instance: String
    private let mailbox: Mailbox
    private let logger: Logger
    private let spans: SpanBuffer
    /// The running tasks, by token.
    private var tasks: [[UInt8]: Task<Void, Never>] = [:]
    private var lastHeartbeat: UInt64 = 0
    private var isDraining = false
    /// Whether the running requests were cancelled.
    private var isStopping = false

    init(
        _ services: [ServedService],
        instance: String,
        _ mailbox: Mailbox,
        _ logger: Logger,
        _ spans: SpanBuffer
    ) {
        self.spans = spans
        self.instance = instance
        self.logger = logger
        self.mailbox = mailbox
        self.services = services.map(CountedService.init)
    }

    var isIdle: Bool { tasks.isEmpty }
    /// The number of requests that run in tasks.
    var runningCount: Int { tasks.count }
    var offered: [OfferedServiceMetrics] { services.map(\.offered) }

    // MARK: Registration

    /// Registers every service with a broker that does not know this process yet.
    mutating func register(_ link: BrokerLink) {
        guard link.isUp, !isDraining else { return }
        for service in services {
            link.send(Majordomo.worker, more: true)
            link.send(Majordomo.WorkerCommand.ready.rawValue, more: true)
            link.send(Array(service.name.rawValue.utf8), more: true)
            link.send(Array("\(service.capacity)".utf8), more: false)
        }
    }

    mutating func sendHeartbeats(_ links: [BrokerLink], _ now: UInt64) {
        // A tenth early: the broker's own heartbeat, which wakes this process, may be early by as much.
        let interval = UInt64(MessageLimits.heartbeatIntervalMs) * 900_000
        guard Deadline.elapsed(from: lastHeartbeat, to: now) >= interval else { return }
        lastHeartbeat = now
        for link in links where link.isUp { sendCommand(.heartbeat, link, more: false) }
    }

    /// Stops accepting requests.
    ///
    /// A broker's PONG shows that it has read this, and that all requests it sent before have arrived.
    mutating func beginDrain(_ links: [BrokerLink]) {
        isDraining = true
        for link in links where link.isUp {
            sendCommand(.heartbeat, link, more: true)
            link.send(Array("0".utf8), more: false)
            link.requestPong()
        }
    }

    /// Stops accepting requests and cancels the running ones.
    ///
    /// A request that ends by cancellation gets no answer: when this side disconnects, the broker retries it or reports
    /// `outcomeUnknown`.
    mutating func cancelAll() {
        isDraining = true
        isStopping = true
        for task in tasks.values { task.cancel() }
    }

    /// Tells the broker that this process disconnects, so that the broker need not detect it.
    func leave(_ link: BrokerLink) {
        guard link.isUp else { return }
        sendCommand(.disconnect, link, more: false)
        link.flush(withinMilliseconds: Self.finalFlushMaxMs)
    }

    /// The time limit for writing the last answers, in milliseconds.
    private static let finalFlushMaxMs: UInt64 = 500

    private func sendCommand(_ command: Majordomo.WorkerCommand, _ link: BrokerLink, more: Bool) {
        guard link.send(Majordomo.worker, more: true) else { return }
        link.send(command.rawValue, more: more)
    }

    // MARK: Requests

    /// Runs a request: `MDPW02 | REQUEST | token | service | header | payload`.
    mutating func receive(_ frames: FrameBuffer, _ link: BrokerLink) {
        guard frames.count > 2 else { return }
        let token = frames.array(2)
        guard frames.count == 6, let header = unsafe HeaderReader.request(frames.bytes(4)) else {
            return refuse(token, frames, link)
        }
        guard let position = unsafe position(of: header.method, under: frames.bytes(3)) else {
            let message = "This service has no method \(header.method.prefix(100))."
            return answer(token, header.id, .failure(ServiceError(.unknownMethod, message)), link)
        }
        guard !isDraining, services[position.service].hasRoom else { return returnUnstarted(token, link) }
        let startedAt = Deadline.monotonicNanoseconds()
        // Requests of external peers are not traced.
        let span = header.external ?? false ? nil : OpenSpan(in: header.traceparent, startedAt: startedAt)
        let context = RequestContext(
            id: header.id,
            principal: header.principal,
            idempotencyKey: header.idempotencyKey,
            deadline: .after(milliseconds: header.timeLeftMs, from: startedAt),
            traceparent: span?.context.text ?? header.traceparent,
            isExternal: header.external ?? false
        )
        let held = HeldTask(
            id: header.id,
            token: token,
            position: position,
            startedAt: startedAt,
            wantsVersion: header.wantsVersion ?? false,
            span: span,
            link: ObjectIdentifier(link),
            generation: link.generation
        )
        switch services[position.service].handler(position.method) {
        case .inline(let body):
            answerAtOnce(held, Self.outcome { try body(frames.array(5), context) }, link)
        case .metrics(let body):
            let metrics = services[position.service].metrics
            answerAtOnce(held, Self.outcome { try body(frames.array(5), context, metrics) }, link)
        case .task(let body):
            services[position.service].recordStart(position.method)
            start(held, body, frames.array(5), context)
        }
    }

    /// Answers a request that cannot be read: an attempt without an answer would stay with the broker forever.
    private func refuse(_ token: [UInt8], _ frames: FrameBuffer, _ link: BrokerLink) {
        let routing = frames.count > 4 ? unsafe HeaderReader.routing(frames.bytes(4)) : nil
        let error = ServiceError(.malformed, "The header of the request cannot be read.")
        answer(token, routing?.id ?? UUIDv7(high: 0, low: 0), .failure(error), link)
    }

    /// Records and sends the answer of a handler that ran on the socket thread.
    private mutating func answerAtOnce(
        _ held: HeldTask,
        _ result: Result<EncodedReply, ServiceError>,
        _ link: BrokerLink
    ) {
        let endedAt = Deadline.monotonicNanoseconds()
        let spentNs = Deadline.elapsed(from: held.startedAt, to: endedAt)
        services[held.position.service].record(held.position.method, spentNs: spentNs, error: result.errorCode)
        record(held, result.errorCode, endedAt: endedAt)
        answer(held.token, held.id, result, wantsVersion: held.wantsVersion, link)
    }

    /// Starts an unstructured task on the socket thread; the table holds it until its answer arrives.
    private mutating func start(
        _ held: HeldTask,
        _ body: @escaping @Sendable ([UInt8], RequestContext) async throws -> EncodedReply,
        _ payload: [UInt8],
        _ context: RequestContext
    ) {
        let (mailbox, logger) = (mailbox, logger)
        tasks[held.token] = Task {
            let result = await RequestScope.$current.withValue(context) {
                await Self.result(of: body, payload, context, logger)
            }
            mailbox.post(.reply(held, result, endedAt: Deadline.monotonicNanoseconds()))
        }
    }

    private static func result(
        of body: @Sendable ([UInt8], RequestContext) async throws -> EncodedReply,
        _ payload: [UInt8],
        _ context: RequestContext,
        _ logger: Logger
    ) async -> Result<EncodedReply, ServiceError> {
        do {
            return .success(try await body(payload, context))
        } catch {
            if !(error is ServiceError), !(error is CancellationError) {
                logger.error("a request failed", metadata: ["request": "\(context.id)", "error": "\(error)"])
            }
            return .failure(serviceError(error))
        }
    }

    /// Cancels an attempt after its caller was cancelled: `MDPW02 | CANCEL | token`.
    func cancel(_ frames: FrameBuffer) {
        guard frames.count == 3 else { return }
        tasks[frames.array(2)]?.cancel()
    }

    /// Records a task that has ended, and sends its answer if its link is still on the same connection.
    mutating func finish(
        _ held: HeldTask,
        _ result: Result<EncodedReply, ServiceError>,
        endedAt: UInt64,
        _ links: [BrokerLink]
    ) {
        tasks[held.token] = nil
        let spentNs = Deadline.elapsed(from: held.startedAt, to: endedAt)
        services[held.position.service].recordEnd(held.position.method, spentNs: spentNs, error: result.errorCode)
        record(held, result.errorCode, endedAt: endedAt)
        if isStopping, result.errorCode == .cancelled { return }
        let link = links.first { ObjectIdentifier($0) == held.link && $0.generation == held.generation }
        if let link { answer(held.token, held.id, result, wantsVersion: held.wantsVersion, link) }
    }

    /// Records the trace spans of a request, if its trace is recorded.
    private func record(_ held: HeldTask, _ error: ErrorCode?, endedAt: UInt64) {
        guard let span = held.span else { return }
        let name = services[held.position.service].methodName(held.position.method)
        let attributes = ["mealwire.request": held.id.description]
        let work = span.ended(name, .server, error: error?.rawValue, attributes: attributes, endedAt: endedAt)
        if let transferSpan = span.transferSpan(held.id, to: work) { spans.add(transferSpan) }
        spans.add(work)
    }

    /// Finds a method of the called service: the broker checks permissions and counts capacity by that name alone.
    ///
    /// - Parameters:
    ///   - method: The method's name.
    ///   - service: The name that was called; if empty, as earlier brokers send it, every service is searched.
    /// - Returns: The method's position; nil if the service has no such method.
    private func position(of method: String, under service: UnsafeRawBufferPointer) -> MethodPosition? {
        for index in services.indices where unsafe service.isEmpty || services[index].isNamed(service) {
            if let found = services[index].position(of: method) { return MethodPosition(service: index, method: found) }
        }
        return nil
    }

    // MARK: Answers

    private func answer(
        _ token: [UInt8],
        _ id: UUIDv7,
        _ result: Result<EncodedReply, ServiceError>,
        wantsVersion: Bool = false,
        _ link: BrokerLink
    ) {
        var payload: [UInt8]
        var header = ReplyHeader(id: id, status: ReplyHeader.ok, instance: instance)
        switch result {
        case .success(let reply) where reply.payload.count > MessageLimits.payloadMax:
            let error = ServiceError(.tooLarge, "The answer is larger than one message may be; ask for less at once.")
            (header.status, payload) = (error.code.rawValue, error.payload)
        case .success(let reply):
            payload = reply.payload
            if wantsVersion { header.version = reply.version }
        case .failure(let error): (header.status, payload) = (error.code.rawValue, error.payload)
        }
        guard link.send(Majordomo.worker, more: true) else { return }
        link.send(Majordomo.WorkerCommand.final.rawValue, more: true)
        link.send(token, more: true)
        link.send([], more: true)
        link.send(HeaderWriter.encode(header), more: true)
        link.send(payload, more: false)
    }

    private func returnUnstarted(_ token: [UInt8], _ link: BrokerLink) {
        sendCommand(.busy, link, more: true)
        link.send(token, more: false)
    }

    private static func outcome(_ body: () throws -> EncodedReply) -> Result<EncodedReply, ServiceError> {
        do {
            return .success(try body())
        } catch {
            return .failure(serviceError(error))
        }
    }

    /// Converts a handler's error for its caller; other errors than `ServiceError` are defects and may reveal secrets.
    private static func serviceError(_ error: any Error) -> ServiceError {
        switch error {
        case let error as ServiceError: error
        case is CancellationError: ServiceError(.cancelled, "The caller was cancelled.")
        default: ServiceError(.internalError, "An internal error occurred; the service's log has the details.")
        }
    }
}

extension Result where Failure == ServiceError {
    /// The error code of a failure; nil for a success.
    var errorCode: ErrorCode? {
        if case .failure(let error) = self { error.code } else { nil }
    }
}
