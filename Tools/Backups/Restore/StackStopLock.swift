import CommandSupport
import Glibc
import ServiceKit
import Supervision

/// Holds locks that prove that no process runs on a data directory.
///
/// Processes may also have been started one by one, for example by systemd. Each has a lock of its own.
final class StackStopLock {
    private let locks: [HeldLock]
    /// The locks of the stack itself, which prevent a start meanwhile.
    private let descriptors: [Int32]

    /// Acquires the locks.
    ///
    /// - Throws: `CommandFailure` that names what still runs.
    init(_ data: DataDirectory) throws {
        switch try StackLock.occupancy(of: data) {
        case .free: break
        case .supervised(let pid):
            throw CommandFailure(
                "A stack runs on \(data.path) (process \(pid)); stop it first: `mealwire down --data \(data.path)`."
            )
        case .leftOver:
            throw CommandFailure("Processes of a stack still run on \(data.path); they end within seconds.")
        }
        var locks: [HeldLock] = []
        for path in Self.lockFiles(data) where StackFiles.fileExists(path) {
            guard let lock = try HeldLock(path) else {
                throw CommandFailure("A process still runs on \(data.path): it holds \(path). Stop the stack first.")
            }
            locks.append(lock)
        }
        self.locks = locks
        descriptors = try StackLock.holdExisting(data)
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    private static func lockFiles(_ data: DataDirectory) -> [String] {
        // A directory without a database has no lock of one.
        let databases = (try? StackFiles(in: data, hasKeys: false))?.databases ?? []
        return ["broker", "broker-2"].map { "\(data.run)/\($0).lock" }
            + databases.map { "\(data.path)/\($0.path).lock" }
    }
}
