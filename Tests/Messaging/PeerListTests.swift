import Broker
import Contracts
import Foundation
import Logging
import Messaging
import ServiceKit
import Synchronization
import Testing

/// Tests warnings about the list of peers.
@Suite(.timeLimit(.minutes(5)))
struct PeerListTests {
    @Test func `the broker warns at start about peers without lists of offers or calls`() async throws {
        let lines = LoggedLines()
        let fixture = try BusFixture()
        defer { fixture.remove() }
        try fixture.allow([
            PeerPolicy.Peer(name: "box2", user: 1, offers: ["diary"]), PeerPolicy.Peer(name: "box3", user: 2),
            PeerPolicy.Peer(name: "box4", user: 3, offers: [], calls: [PeerPolicy.Peer.allServices]),
        ])
        let broker = fixture.broker(logger: Logger(label: "test") { _ in lines })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await broker.runUntilCancelled() }
            for await line in lines.added where line.contains("[\"*\"]") { break }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(lines.text.contains("box2 has no calls; box3 has no offers and no calls"))
        #expect(!lines.text.contains("box4"))
    }
}

/// Records log lines.
private final class LoggedLines: LogHandler {
    private let lines = Mutex<[String]>([])
    /// Yields each line as it is logged.
    let added: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (added, continuation) = AsyncStream.makeStream() }

    var text: String { lines.withLock { $0.joined(separator: "\n") } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        let line = "\(event.level) \(event.message) \(event.metadata ?? [:])"
        lines.withLock { $0.append(line) }
        continuation.yield(line)
    }
}
