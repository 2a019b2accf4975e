import Contracts
import Foundation
import Storage
import TestSupport
import Testing

/// Tests checkpoints of the write-ahead log during continuous writes.
@Suite(.timeLimit(.minutes(5)))
struct CheckpointRoundTests {
    private static let pageBytes = 4_096
    private static let path = "aside.sqlite"

    private static func run(_ body: (Store, String) async throws -> Void) async throws {
        try await StoreFixture.run { fixture in
            let path = "\(fixture.directory)/\(Self.path)"
            let store = try await Store.open(
                path,
                migrations: StoreFixture.migrations,
                hasCheckpointsAside: true,
                logger: .silent
            )
            try await body(store, path)
            try store.close()
        }
    }

    private static func size(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    /// Writes this number of pages in one transaction.
    private static func write(pages: Int, _ store: Store) async throws {
        try await store.write(durability: .replayable) { transaction in
            for _ in 0..<pages {
                try transaction.execute("INSERT INTO note (text) VALUES (hex(zeroblob(2000)))")
            }
        }
    }

    @Test func `the log restarts during concurrent writes`() async throws {
        try await Self.run { store, path in
            for _ in 0..<6 {
                // More than the minimum length for a restart.
                try await Self.write(pages: CheckpointRound.framesMin + 200, store)
                let stop = Flag()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    // Several, so that one always waits for the writer.
                    for _ in 0..<4 {
                        group.addTask {
                            // Bounded, so that the size of a round is known on a slow machine, too.
                            for _ in 0..<100 where !stop.isRaised {
                                try await Self.write(pages: 2, store)
                            }
                        }
                    }
                    try await store.checkpointConcurrently()
                    stop.raise()
                    try await group.waitForAll()
                }
            }
            let written = try Self.size(path)
            // All of it went through the log. The log's file is as large as the log at its largest.
            #expect(written > 6 * CheckpointRound.framesMin * Self.pageBytes)
            #expect(try Self.size("\(path)-wal") < written / 2)
        }
    }

    @Test func `no write checkpoints the log while it is shorter than 256 MiB`() async throws {
        try await Self.run { store, path in
            let before = try Self.size(path)
            // More than the 16,384 pages at which a write did so in an earlier version.
            for _ in 0..<35 { try await Self.write(pages: 500, store) }
            #expect(try Self.size("\(path)-wal") > 16_384 * Self.pageBytes)
            #expect(try Self.size(path) == before)
        }
    }

    @Test func `a log extended by a large transaction is truncated to its usual size`() async throws {
        try await Self.run { store, path in
            try await Self.write(pages: 8_000, store)
            #expect(try Self.size("\(path)-wal") > 30 << 20)
            try await store.checkpointConcurrently()
            try await Self.write(pages: 1, store)
            #expect(try Self.size("\(path)-wal") <= 16 << 20)
        }
    }

    /// Returns the steps of one round in which each move ends with these numbers.
    private static func steps(_ frames: Int, _ moved: Int, after last: CheckpointRound.Progress? = nil) throws
        -> [String]
    {
        var steps: [String] = []
        let round = CheckpointRound(
            move: {
                steps.append("move")
                return CheckpointRound.Progress(frames: frames, moved: moved)
            },
            sync: { steps.append("sync") }
        )
        if try round.run(after: last).restartsLog { steps.append("restart") }
        return steps
    }

    @Test func `a short log does not restart, and a slow reader does not block the writer`() throws {
        let long = CheckpointRound.framesMin
        #expect(try Self.steps(long - 1, long - 1) == ["move", "sync"])
        #expect(try Self.steps(long, long) == ["move", "sync", "move", "restart"])
        #expect(try Self.steps(long, 0) == ["move", "move"])
        #expect(try Self.steps(long, long - 1) == ["move", "sync", "move"])
    }

    @Test func `without writes since the last round, the disk is not touched`() throws {
        for frames in [10, CheckpointRound.framesMin] {
            let last = CheckpointRound.Progress(frames: frames, moved: frames)
            #expect(try Self.steps(frames, frames, after: last) == ["move"])
        }
    }

    @Test func `a log that another connection is moving is left alone`() throws {
        let round = CheckpointRound(move: { nil }, sync: { Issue.record("nothing was moved") })
        #expect(try !round.run(after: nil).restartsLog)
    }
}
