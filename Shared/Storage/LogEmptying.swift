/// One round of emptying the write-ahead log beside the writes, as steps that a database takes.
///
/// SQLite brings the database file to the disk only when it has moved all of the log, and begins the log anew only then. Beside
/// continuous writes the log is never moved whole: it grows until some write does it, and that one waits for the disk to take
/// a minute's pages. So a round syncs the file itself, and has the log begin anew between two writes, when little is left to do.
package struct LogEmptying {
    /// How far the log is moved.
    package struct Progress: Equatable, Sendable {
        /// Frames of the log, when the move began.
        let frames: Int
        /// How many of them are in the database file: fewer where a reader still looks at an older state.
        let moved: Int

        package init(frames: Int, moved: Int) {
            self.frames = frames
            self.moved = moved
        }
    }

    /// Frames of the log, 4 KiB each, from which on it begins anew: some seconds of heavy load.
    ///
    /// Each time, a few milliseconds of the writer are taken, and the next commit waits for the disk twice.
    package static let framesMin = 1_000

    private let move: () throws -> Progress?
    private let sync: () throws -> Void

    /// Creates a round of these steps.
    ///
    /// - Parameters:
    ///   - move: Moves what stands in the log into the file; nil if another connection is doing it.
    ///   - sync: Brings the database file to the disk.
    package init(move: @escaping () throws -> Progress?, sync: @escaping () throws -> Void) {
        self.move = move
        self.sync = sync
    }

    /// Moves and syncs what is there.
    ///
    /// - Parameter last: What the last round returned. Where nothing was written since, the disk is left alone.
    /// - Returns: Whether the log is to begin anew: it is long, and what writes have added during the round is moved quickly.
    ///   And how far the log is moved.
    /// - Throws: What the steps throw.
    package func run(after last: Progress?) throws -> (beginsAnew: Bool, progress: Progress?) {
        guard let first = try moveAndSync(after: last) else { return (false, last) }
        guard first != last, first.frames >= Self.framesMin else { return (false, first) }
        // What was written during the first move, which may have taken long.
        guard let second = try moveAndSync(after: first) else { return (false, first) }
        // A reader that holds frames back would hold up the writer for nothing.
        return (second.moved == second.frames, second)
    }

    private func moveAndSync(after last: Progress?) throws -> Progress? {
        guard let progress = try move() else { return nil }
        if progress != last, progress.moved > 0 { try sync() }
        return progress
    }
}
