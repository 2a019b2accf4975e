import Contracts
import ZMTP

/// The pending calls of this process.
struct CallTable {
    /// How long a call waits for a connection to a broker, in milliseconds; the broker waits as long for a service
    /// without workers.
    private static let graceMs = 2_000

    private struct Entry {
        let call: PendingCall
        /// Since when it has waited for a broker; unused once it is sent.
        var waitingSince: UInt64
        /// The index of the link it was sent over; nil while it waits for one.
        var link: Int?
        /// The position of the call in the order in which calls were made.
        let number: Int
    }

    private var entries: [UUIDv7: Entry] = [:]
    private var waiting: [UUIDv7] = []
    /// The number of calls ever made here.
    private var made = 0

    var count: Int { entries.count }
    /// Answers received in this round; delivered together, so that their callers wake up once.
    private var answers: [(PendingCall, Result<EncodedReply, ServiceError>)] = []

    /// Adds a call and sends it to the first connected broker.
    mutating func add(_ call: PendingCall, _ links: [BrokerLink], _ now: UInt64) {
        guard !call.isCancelled else { return call.finish(.failure(Self.cancelled)) }
        guard entries[call.context.id] == nil else {
            call.finish(.failure(ServiceError(.conflict, "A call with this id is under way.")))
            return
        }
        made += 1
        let entry = Entry(call: call, waitingSince: now, link: send(call, links), number: made)
        if entry.link == nil { waiting.append(call.context.id) }
        entries[call.context.id] = entry
    }

    /// Sends the calls that waited for a broker.
    mutating func sendWaiting(_ links: [BrokerLink]) {
        let ids = waiting
        waiting = []
        for id in ids {
            guard let entry = entries[id], entry.link == nil else { continue }
            let link = send(entry.call, links)
            entries[id]?.link = link
            if link == nil { waiting.append(id) }
        }
    }

    /// Returns whether calls are in flight over a link.
    func hasCalls(over link: Int) -> Bool { entries.values.contains { $0.link == link } }

    /// Sends a call to the first connected broker; returns the index of its link.
    private func send(_ call: PendingCall, _ links: [BrokerLink]) -> Int? {
        links.indices.first { links[$0].isUp && send(call, links[$0]) }
    }

    private func send(_ call: PendingCall, _ link: BrokerLink) -> Bool {
        let header = RequestHeader(
            id: call.context.id,
            timeLeftMs: call.context.deadline.millisecondsLeft,
            retryable: call.method.retryable,
            method: call.method.name,
            principal: call.context.principal,
            idempotencyKey: call.context.idempotencyKey,
            traceparent: call.context.traceparent,
            wantsVersion: call.wantsVersion ? true : nil
        )
        guard link.send(Majordomo.client, more: true) else { return false }
        link.send(Majordomo.ClientCommand.request.rawValue, more: true)
        link.send(Array(call.method.service.rawValue.utf8), more: true)
        link.send(HeaderWriter.encode(header), more: true)
        return link.send(call.payload, more: false)
    }

    /// Receives an answer: `MDPC02 | FINAL | service | header | payload`.
    mutating func receive(_ frames: FrameBuffer) {
        guard frames.count == 5, let header = unsafe HeaderReader.reply(frames.bytes(3)),
            let entry = entries.removeValue(forKey: header.id)
        else { return }
        let payload = frames.array(4)
        if header.status == ReplyHeader.ok {
            answers.append((entry.call, .success(EncodedReply(payload: payload, version: header.version))))
        } else {
            answers.append((entry.call, .failure(Self.error(header, payload))))
        }
    }

    /// Delivers the received answers to their callers.
    mutating func deliver() {
        for (call, result) in answers { call.finish(result) }
        answers.removeAll(keepingCapacity: true)
    }

    private static func error(_ header: ReplyHeader, _ payload: [UInt8]) -> ServiceError {
        do {
            return try PayloadCoder.decodeReply(ServiceError.self, from: payload)
        } catch {
            return ServiceError(.internalError, "\(header.instance) answered \(header.status) and no valid error.")
        }
    }

    /// Ends a call after its caller was cancelled, and notifies the broker.
    mutating func cancel(_ id: UUIDv7, _ links: [BrokerLink]) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        if let link = entry.link { Self.sendCancel(id, links[link]) }
        entry.call.finish(.failure(Self.cancelled))
    }

    private static let cancelled = ServiceError(.cancelled, "The caller was cancelled.")

    private static func sendCancel(_ id: UUIDv7, _ link: BrokerLink) {
        guard link.isUp, link.send(Majordomo.client, more: true) else { return }
        link.send(Majordomo.ClientCommand.cancel.rawValue, more: true)
        link.send(Array(id.description.utf8), more: false)
    }

    /// Ends calls that are past their deadline or have waited too long for a broker.
    mutating func expire(_ now: UInt64, _ links: [BrokerLink]) {
        for (id, entry) in entries {
            if entry.call.context.deadline.nanoseconds <= now {
                entries[id] = nil
                if let link = entry.link { Self.sendCancel(id, links[link]) }
                entry.call.finish(
                    .failure(ServiceError(.deadlineExceeded, "\(entry.call.method.name) did not answer in time."))
                )
            } else if entry.link == nil,
                Deadline.elapsed(from: entry.waitingSince, to: now) > UInt64(Self.graceMs) * 1_000_000
            {
                entries[id] = nil
                entry.call.finish(.failure(ServiceError(.unavailable, "No broker is connected; try again soon.")))
            }
        }
        waiting.removeAll { entries[$0] == nil }
    }

    /// Queues the retryable calls of a lost link again, under the same ids and in their order, and fails the others.
    mutating func linkLost(_ link: Int, _ now: UInt64) {
        defer { waiting.sort { entries[$0]?.number ?? 0 < entries[$1]?.number ?? 0 } }
        for (id, entry) in entries where entry.link == link {
            if entry.call.method.retryable {
                entries[id]?.link = nil
                entries[id]?.waitingSince = now
                waiting.append(id)
            } else {
                entries[id] = nil
                entry.call.finish(
                    .failure(
                        ServiceError(
                            .outcomeUnknown,
                            "The broker was lost while \(entry.call.method.name) was under way; it may have happened."
                        )
                    )
                )
            }
        }
    }

    mutating func failAll(_ error: ServiceError) {
        for entry in entries.values { entry.call.finish(.failure(error)) }
        entries = [:]
        waiting = []
    }
}
