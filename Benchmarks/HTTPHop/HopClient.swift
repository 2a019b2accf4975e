import NIOCore
import NIOHTTP1

/// An HTTP/1.1 client for one Unix socket with persistent connections.
///
/// Each event loop has its own pool, so that no request waits for a lock.
struct HopClient: Sendable {
    private let pools: [ObjectIdentifier: NIOLoopBoundBox<ConnectionPool>]

    init(socket: String, eventLoops: [any EventLoop], connectionsMax: Int) {
        let share = max(1, connectionsMax / eventLoops.count)
        var pools: [ObjectIdentifier: NIOLoopBoundBox<ConnectionPool>] = [:]
        for eventLoop in eventLoops {
            let pool = ConnectionPool(socket: socket, eventLoop: eventLoop, connectionsMax: share)
            pools[ObjectIdentifier(eventLoop)] = .makeBoxSendingValue(pool, eventLoop: eventLoop)
        }
        self.pools = pools
    }

    /// Posts a JSON body on one of the client's event loops, and returns the complete answer.
    func post(_ path: String, _ body: ByteBuffer, on eventLoop: any EventLoop) async throws -> Answer {
        guard let pool = pools[ObjectIdentifier(eventLoop)] else { throw HopError.unknownEventLoop }
        return try await withCheckedThrowingContinuation { continuation in
            let exchange = Exchange(path: path, body: body, continuation: continuation)
            eventLoop.execute { pool.value.perform(exchange) }
        }
    }
}

/// A request with the continuation that receives its answer.
struct Exchange {
    let path: String
    let body: ByteBuffer
    let continuation: CheckedContinuation<Answer, any Error>

    var head: HTTPRequestHead {
        let headers: HTTPHeaders = [
            "Host": "localhost", "Content-Type": "application/json", "Content-Length": String(body.readableBytes),
        ]
        return HTTPRequestHead(version: .http1_1, method: .POST, uri: path, headers: headers)
    }
}

/// A complete answer.
struct Answer {
    let status: HTTPResponseStatus
    let body: ByteBuffer
}

/// Reasons for a missing answer.
enum HopError: Error {
    case unknownEventLoop
    case connectionClosed
    case timedOut
    case answerTooLarge
}
