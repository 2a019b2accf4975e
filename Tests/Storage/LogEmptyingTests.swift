import Contracts
import Foundation
import Logging
import Storage
import Synchronization
import Testing

/// Ends writes that go on until then.
private final class Stop: Sendable {
    let isAsked = Atomic(false)
}

/// How the write-ahead log is emptied beside writes that never stop.
@Suite(.timeLimit(.minutes(2)))
struct LogEmptyingTests {
    private static let pageBytes = 4_096
    private static let path = "aside.sqlite"

    private static func run(_ body: (Store, String) async throws -> Void) async throws {
        try await StoreFixture.run { fixture in
            let path = "\(fixture.directory)/\(Self.path)"
            let store = try await Store.open(
                path,
                migrations: StoreFixture.migrations,
                hasCheckpointsAside: true,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            try await body(store, path)
            try store.close()
        }
    }

    private static func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    /// Writes so many pages in one transaction.
    private static func write(pages: Int, _ store: Store) async throws {
        try await store.write(durability: .doneAgain) { transaction in
            for _ in 0..<pages {
                try transaction.execute("INSERT INTO note (text) VALUES (hex(zeroblob(2000)))")
            }
        }
    }

    @Test func `the log begins anew beside writes that never stop`() async throws {
        try await Self.run { store, path in
            let stop = Stop()
            let sizes = try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while !stop.isAsked.load(ordering: .relaxed) { try await Self.write(pages: 20, store) }
                }
                var sizes: [Int] = []
                for _ in 0..<4 {
                    let before = try await store.read { try $0.scalar("SELECT count(*) FROM note") ?? 0 } as Int
                    // More than the log has at least when it begins anew.
                    var now = before
                    while now < before + 1_200 {
                        now = try await store.read { try $0.scalar("SELECT count(*) FROM note") ?? 0 }
                        await Task.yield()
                    }
                    try await store.checkpointAside()
                    sizes.append(try Self.size("\(path)-wal"))
                }
                stop.isAsked.store(true, ordering: .relaxed)
                try await group.waitForAll()
                return sizes
            }
            let written = try Self.size(path)
            // All of it went through the log, whose file stays as large as it was at its largest.
            #expect(written > 4_800 * Self.pageBytes)
            #expect(try #require(sizes.last) < written / 2)
        }
    }

    @Test func `no write moves the log into the file, as long as the log has less than 256 MiB`() async throws {
        try await Self.run { store, path in
            let before = try Self.size(path)
            // More than the 16,384 pages at which a write did it before.
            for _ in 0..<35 { try await Self.write(pages: 500, store) }
            #expect(try Self.size("\(path)-wal") > 16_384 * Self.pageBytes)
            #expect(try Self.size(path) == before)
        }
    }

    @Test func `a log that a large transaction has extended gets its usual size back`() async throws {
        try await Self.run { store, path in
            try await Self.write(pages: 8_000, store)
            #expect(try Self.size("\(path)-wal") > 30 << 20)
            try await store.checkpointAside()
            try await Self.write(pages: 1, store)
            #expect(try Self.size("\(path)-wal") <= 16 << 20)
        }
    }

    @Test func `a short log does not begin anew, and a reader in the way does not hold up the writer`() async throws {
        let long = LogEmptying.framesMin
        for (frames, moved, steps, begins) in [
            (long - 1, long - 1, ["move", "sync"], false), (long, long, ["move", "sync", "move", "sync"], true),
            (long, 0, ["move", "move"], false), (long, long - 1, ["move", "sync", "move", "sync"], false),
        ] {
            var done: [String] = []
            let emptying = LogEmptying(
                move: {
                    done.append("move")
                    return LogEmptying.Progress(frames: frames, moved: moved)
                },
                sync: { done.append("sync") }
            )
            #expect(try emptying.run() == begins, "\(frames) frames, of which \(moved) are moved")
            #expect(done == steps)
        }
    }

    @Test func `a log that another connection is moving is left to it`() throws {
        let emptying = LogEmptying(move: { nil }, sync: { Issue.record("nothing was moved") })
        #expect(try !emptying.run())
    }
}
