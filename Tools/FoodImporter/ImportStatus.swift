package import Contracts
package import FoodFormats
import Synchronization

/// The state of a running import, shared by the reading thread, the sending tasks and the display.
package final class ImportStatus: Sendable {
    /// A snapshot of the import.
    package struct State: Sendable {
        package var counts = ImportCounts()
        package var progress = ReadProgress(bytesRead: 0, bytesInAll: 0)
        /// How the import ended; nil while it runs.
        package var ending: ImportEnding?
        /// Why pages are waiting; nil while none is.
        package var trouble: String?

        package init() {}
    }

    private let shared = Mutex(State())

    package init() {}

    package var state: State { shared.withLock { $0 } }

    package var isOver: Bool { shared.withLock { $0.ending != nil } }

    /// Ends the import.
    ///
    /// Only the first ending is recorded.
    package func end(_ ending: ImportEnding) {
        shared.withLock { state in
            if state.ending == nil { state.ending = ending }
        }
    }

    /// Counts a refused row.
    func refuse(_ reason: String) { shared.withLock { $0.counts.refuse(reason) } }

    /// Updates the progress of reading.
    package func update(progress: ReadProgress) { shared.withLock { $0.progress = progress } }

    /// Counts rows, and updates the progress of reading.
    ///
    /// - Parameters:
    ///   - rows: The number of rows since the last call.
    ///   - progress: The progress in the files.
    ///   - omitted: The skipped entries so far, by kind.
    ///   - notes: The messages about the source so far.
    package func update(rows: Int, _ progress: ReadProgress, omitted: [String: Int], notes: [String]) {
        shared.withLock { state in
            state.counts.rows += rows
            state.progress = progress
            state.counts.omitted = omitted
            state.counts.notes = notes
        }
    }

    /// Adds the catalog's reply to a page.
    package func add(_ reply: CatalogImport.Reply) {
        shared.withLock { state in
            state.counts.add(reply)
            state.trouble = nil
        }
    }

    /// Counts a repeated page, and records the reason.
    func willSendAgain(_ error: ServiceError) {
        shared.withLock { state in
            state.counts.pagesSentAgain += 1
            state.trouble = error.message
        }
    }
}
