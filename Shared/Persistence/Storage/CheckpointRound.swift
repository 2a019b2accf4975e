/// One round of checkpointing the write-ahead log concurrently with writes, independent of a real database.
///
/// SQLite syncs the database file only after moving all of the log, and restarts the log only then. During continuous
/// writes the log is never moved completely. It grows until some write moves it, and this write waits for the disk to
/// take a minute's pages. A round therefore syncs the file itself. It restarts the log between two writes, when little
/// is left to do.
package struct CheckpointRound {
    /// How much of the log was moved.
    package struct Progress: Equatable, Sendable {
        /// Frames in the log when the move began.
        let frames: Int
        /// How many of them are in the database file: fewer if a reader uses an older state.
        let moved: Int

        package init(frames: Int, moved: Int) {
            self.frames = frames
            self.moved = moved
        }
    }

    /// Frames in the log, 4 KiB each, from which it is restarted: some seconds of heavy load.
    ///
    /// Each restart takes a few milliseconds of the writer, and the next commit waits for the disk twice.
    package static let framesMin = 1_000

    private let move: () throws -> Progress?
    private let sync: () throws -> Void

    /// Creates a round from these steps.
    ///
    /// - Parameters:
    ///   - move: Moves the contents of the log into the file; returns nil if another connection is doing so.
    ///   - sync: Syncs the database file to disk.
    package init(move: @escaping () throws -> Progress?, sync: @escaping () throws -> Void) {
        self.move = move
        self.sync = sync
    }

    /// Moves and syncs the current contents of the log.
    ///
    /// - Parameter last: The result of the last round. If nothing was written since, the disk is not touched.
    /// - Returns: Whether the log should restart, and how much of it was moved. It should restart if it is long and
    ///   the frames added during the round were moved quickly.
    /// - Throws: What the steps throw.
    package func run(after last: Progress?) throws -> (restartsLog: Bool, progress: Progress?) {
        guard let first = try moveAndSync(after: last) else { return (false, last) }
        guard first != last, first.frames >= Self.framesMin else { return (false, first) }
        // Frames written during the first move, which may have taken long.
        guard let second = try moveAndSync(after: first) else { return (false, first) }
        // A reader that blocks frames would stall the writer without benefit.
        return (second.moved == second.frames, second)
    }

    private func moveAndSync(after last: Progress?) throws -> Progress? {
        guard let progress = try move() else { return nil }
        if progress != last, progress.moved > 0 { try sync() }
        return progress
    }
}
