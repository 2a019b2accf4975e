import Contracts
import MessageBus
import TestSupport
import Testing

/// Builds and reads messages of the Majordomo Protocol for peers on libzmq.
enum LibzmqMessages {
    static let client = Array("MDPC02".utf8)
    static let worker = Array("MDPW02".utf8)
    private static let heartbeat = [worker, [Majordomo.WorkerCommand.heartbeat.rawValue]]
    /// The time limit of a request, in milliseconds.
    private static let timeLeftMs = 20_000

    /// Returns a request of any client: the service and a body.
    static func request(_ service: String, _ body: [[UInt8]]) -> [[UInt8]] {
        [client, [Majordomo.ClientCommand.request.rawValue], Array(service.utf8)] + body
    }

    /// Returns a call of ``Echo``.
    static func echo(_ text: String) throws -> [[UInt8]] {
        let header = RequestHeader(
            id: .make(),
            timeLeftMs: timeLeftMs,
            retryable: true,
            method: Echo.method.name
        )
        return request(Echo.service.rawValue, [HeaderWriter.encode(header), try PayloadCoder.encode(Echo(text: text))])
    }

    /// Returns the text in a reply to ``echo(_:)``.
    static func text(ofReply frames: [[UInt8]]) throws -> String {
        guard frames.count == 5 else { throw LibzmqError(saying: "A reply has \(frames.count) frames.") }
        return try PayloadCoder.decodeReply(Echo.Reply.self, from: frames[4]).text
    }

    /// Returns the successful reply to a request's header and payload.
    static func reply(header: [UInt8], payload: [UInt8], instance: String) throws -> [[UInt8]] {
        guard let id = header.withUnsafeBytes({ HeaderReader.routing($0)?.id }) else {
            throw LibzmqError(saying: "A request has no header.")
        }
        let text = try PayloadCoder.decodeReply(Echo.self, from: payload).text
        return [
            HeaderWriter.encode(ReplyHeader(id: id, status: ReplyHeader.ok, instance: instance)),
            try PayloadCoder.encode(Echo.Reply(text: text, instance: instance)),
        ]
    }

    /// Returns a worker's registration; external workers send no capacity.
    static func ready(_ service: String, capacity: Int? = nil) -> [[UInt8]] {
        let message = [worker, [Majordomo.WorkerCommand.ready.rawValue], Array(service.utf8)]
        return message + (capacity.map { [Array("\($0)".utf8)] } ?? [])
    }

    /// Returns a worker's answer to a request that it has received.
    static func answer(_ request: [[UInt8]], _ body: [[UInt8]]) -> [[UInt8]] {
        [worker, [Majordomo.WorkerCommand.final.rawValue], request[2], []] + body
    }

    /// Receives the next message for a worker that is no heartbeat.
    static func next(_ worker: LibzmqSocket) throws -> [[UInt8]] {
        while true {
            let frames = try worker.receive()
            if frames != heartbeat { return frames }
        }
    }

    /// Receives the next request for a worker.
    ///
    /// - Throws: `LibzmqError` if another message arrives that is no heartbeat.
    static func nextRequest(_ worker: LibzmqSocket) throws -> [[UInt8]] {
        let frames = try next(worker)
        guard frames.count > 4, frames[1] == [Majordomo.WorkerCommand.request.rawValue] else {
            throw LibzmqError(saying: "A worker got no request, but \(frames.map { $0.prefix(20) }).")
        }
        return frames
    }

    /// Receives the body of the next reply for a client.
    static func nextReply(_ client: LibzmqSocket) throws -> [[UInt8]] {
        let frames = try client.receive()
        guard frames.count > 3, frames[1] == [Majordomo.ClientCommand.final.rawValue] else {
            throw LibzmqError(saying: "A client got no reply, but \(frames.map { $0.prefix(20) }).")
        }
        return Array(frames[3...])
    }

    /// Waits until the management interface reports a worker of a service.
    static func waitUntilServed(_ service: String, at endpoint: String) throws {
        let client = try LibzmqSocket(.dealer, to: endpoint)
        try eventuallyBlocking("\(service) is served") {
            try client.send(request("mmi.service", [Array(service.utf8)]))
            return try client.receive().last == Array("200".utf8)
        }
    }
}
