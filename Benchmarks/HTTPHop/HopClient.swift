import NIOCore
import NIOHTTP1

/// A client that posts by HTTP/1.1 over one Unix socket, on connections that stay open.
///
/// It has a pool of connections for each event loop, so that no request waits for another thread's lock.
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

    /// Posts a body of JSON on one of the client's event loops, and returns the whole answer.
    func post(_ path: String, _ body: ByteBuffer, on eventLoop: any EventLoop) async throws -> Answer {
        guard let pool = pools[ObjectIdentifier(eventLoop)] else { throw HopError.foreignEventLoop }
        return try await withCheckedThrowingContinuation { continuation in
            let exchange = Exchange(path: path, body: body, continuation: continuation)
            eventLoop.execute { pool.value.perform(exchange) }
        }
    }
}

/// A request, and who waits for the answer to it.
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

/// An answer, with all of its body.
struct Answer {
    let status: HTTPResponseStatus
    let body: ByteBuffer
}

/// Why a request went without an answer.
enum HopError: Error {
    case foreignEventLoop
    case connectionClosed
    case timedOut
    case answerTooLarge
}
