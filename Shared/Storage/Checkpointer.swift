import Dispatch
import GRDB

/// Moves what stands in the write-ahead log into the file over a connection of its own, while others read and write.
///
/// By default the write that fills the log has to do it, and waits for the disk twice.
final class Checkpointer: Sendable {
    /// Pages of the log, 4 KiB each, from which on a write does it after all: some ten seconds of the heaviest load, so that
    /// the log does not grow without end while this one does not get through.
    private static let logPagesMax = 16_384

    private let queue: DatabaseQueue

    init(_ path: String) throws {
        do {
            queue = try DatabaseQueue(path: path)
        } catch {
            throw StorageError.cannotOpen(path: path, reason: "\(error)")
        }
    }

    /// Has the writes of a connection leave the log alone.
    static func prepare(_ database: Database) throws {
        try database.execute(sql: "PRAGMA wal_autocheckpoint = \(logPagesMax)")
    }

    func run(_ done: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        queue.asyncWriteWithoutTransaction { database in
            done(
                Result {
                    do {
                        _ = try database.checkpoint(.passive)
                    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                        // Somebody else is just doing it.
                    }
                }
            )
        }
    }

    func close() throws { try queue.close() }
}

extension Store {
    /// Moves what stands in the write-ahead log into the file, as far as no reader looks at an old state; see
    /// ``open(_:migrations:pageCacheKiB:hasCheckpointsAside:logger:)``.
    package func checkpointAside() async throws {
        guard let checkpointer else { return }
        do {
            try await withCheckedThrowingContinuation { continuation in
                checkpointer.run { continuation.resume(with: $0) }
            }
        } catch {
            throw StorageFailure.serviceError(error)
        }
    }
}
