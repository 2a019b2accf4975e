import GRDB
import Synchronization

/// Whether pages of the file may contain copies of removed rows.
///
/// `secure_delete` overwrites a row at once where it lies. But when SQLite moves rows to a neighbouring page, their
/// bytes stay in the unallocated part of the page that they leave (`rebuildPage` in `btree.c`). No reader uses these
/// bytes, and only a rebuild of the file removes them; see ``Store/rebuild()``.
///
/// The mark lies in the header of the file (`PRAGMA user_version`), which SQLite itself does not use. It is set in the
/// transaction of the removal, so it survives a crash.
final class RemovalMark: Sendable {
    /// The version in the header of a file that may contain copies.
    ///
    /// It is 0 in a new file. Former versions of Mealwire set it to 1, in files without copies.
    private static let marked = 2

    private struct State {
        /// Whether the mark is in the file.
        var isStored: Bool
        /// Whether the current transaction removes rows.
        var isRaised = false
    }

    private let state: Mutex<State>

    /// Creates the mark of a file.
    init(_ database: Database) throws {
        state = Mutex(State(isStored: try Self.isStored(in: database)))
    }

    /// Returns whether the mark is in a file.
    static func isStored(in database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "PRAGMA user_version") == marked
    }

    /// Removes the mark from a file after a rebuild.
    static func clear(in database: Database) throws { try database.execute(sql: "PRAGMA user_version = 0") }

    /// Whether a rebuild is necessary.
    var isStored: Bool { state.withLock(\.isStored) }

    /// Makes the current transaction store the mark.
    func raise() { state.withLock { $0.isRaised = true } }

    /// Begins a transaction.
    func begin() { state.withLock { $0.isRaised = false } }

    /// Stores the mark at the end of a transaction that removed rows, unless it is stored already.
    ///
    /// Removals that a savepoint has undone count, too: a rebuild too many is harmless.
    func store(in database: Database) throws {
        guard state.withLock({ $0.isRaised && !$0.isStored }) else { return }
        try database.execute(sql: "PRAGMA user_version = \(Self.marked)")
    }

    /// Ends a committed transaction.
    func commit() { state.withLock { if $0.isRaised { $0.isStored = true } } }

    /// Removes the mark after a rebuild; on the writer's queue, so that no removal comes between.
    func clear(in database: Database) throws {
        try Self.clear(in: database)
        state.withLock { $0.isStored = false }
    }
}
