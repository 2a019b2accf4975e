import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

/// Sends requests to a stack from a thread that may block, and kills its diary.
///
/// Only the thread of the simulation uses the stack meanwhile.
struct BlockingExchange: @unchecked Sendable {
    /// When the diary is killed.
    enum KillTime: CaseIterable {
        /// Before the request is sent; it waits for the new process.
        case before
        /// While it is sent.
        case during
        /// After the first copy was answered.
        case afterFirst
    }

    private static let diary = "diary"

    let stack: StackFixture
    let http: HTTPClient

    /// Kills the diary with SIGKILL, and starts it again.
    func restartDiary() throws {
        try stack.kill(Self.diary)
        try stack.start(Self.diary)
    }

    /// Sends copies of a request at the same time.
    ///
    /// - Returns: The replies; one is missing for each copy that got none.
    func send(_ request: DeviceRequest, copies: Int) -> [DeviceReply] {
        let replies = Replies(copies, of: request, http)
        return replies.waitForAll()
    }

    /// Sends copies of a request at the same time, and kills the diary beside them.
    ///
    /// - Throws: An error of the process.
    func send(_ request: DeviceRequest, copies: Int, killing time: KillTime) throws -> [DeviceReply] {
        if time == .before { try stack.kill(Self.diary) }
        let replies = Replies(copies, of: request, http)
        switch time {
        case .before: try stack.start(Self.diary)
        case .during: try restartDiary()
        case .afterFirst:
            replies.waitForFirst()
            try restartDiary()
        }
        return replies.waitForAll()
    }

    /// Repeats a read until it is answered.
    ///
    /// - Throws: A failed expectation if the stack does not answer in time; an error of the decoder.
    func read<Value: Decodable>(_ request: DeviceRequest) throws -> Value {
        var reply: DeviceReply?
        try eventuallyBlocking("\(request.path) is answered") {
            reply = send(request, copies: 1).first { $0.status == 200 }
            return reply != nil
        }
        guard let reply else { throw URLError(.badServerResponse) }
        return try reply.decode()
    }
}

/// The replies to copies of a request.
private final class Replies: Sendable {
    private let copies: Int
    private let all = Mutex<[DeviceReply]>([])
    private let first = DispatchSemaphore(value: 0)
    private let end = DispatchGroup()

    /// Sends the copies.
    init(_ copies: Int, of request: DeviceRequest, _ http: HTTPClient) {
        self.copies = copies
        for _ in 0..<copies {
            end.enter()
            Task.detached { [self] in
                let answer = try? await http.send(
                    request.method,
                    request.path,
                    request.body,
                    "application/json",
                    request.headers
                )
                if let reply = answer.map(DeviceReply.init) { all.withLock { $0.append(reply) } }
                first.signal()
                end.leave()
            }
        }
    }

    func waitForFirst() { first.wait() }

    func waitForAll() -> [DeviceReply] {
        end.wait()
        return all.withLock { $0 }
    }
}
