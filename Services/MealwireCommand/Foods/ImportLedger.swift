import Contracts
package import FoodFormats
import Synchronization

/// What is known of an import while it runs: the reading thread, the tasks that send and the display share it.
package final class ImportLedger: Sendable {
    /// A look at it.
    package struct State: Sendable {
        package var tally = ImportTally()
        package var progress = ReadProgress(bytesRead: 0, bytesInAll: 0)
        /// How it ended; nil as long as it goes on.
        package var ending: ImportEnding?
        /// Why pages wait, while they do.
        package var trouble: String?

        package init() {}
    }

    private let shared = Mutex(State())

    package init() {}

    package var state: State { shared.withLock { $0 } }

    package var isOver: Bool { shared.withLock { $0.ending != nil } }

    /// Says how it ends; what was said first stays.
    package func end(_ ending: ImportEnding) {
        shared.withLock { state in
            if state.ending == nil { state.ending = ending }
        }
    }

    /// Counts a row that was not taken.
    func refuse(_ reason: String) { shared.withLock { $0.tally.refuse(reason) } }

    /// Says how far reading has come.
    func note(progress: ReadProgress) { shared.withLock { $0.progress = progress } }

    /// Counts rows that were read, and says how far reading has come.
    ///
    /// - Parameters:
    ///   - rows: Rows since the last time.
    ///   - progress: Of the files.
    ///   - passedOver: What was left out so far.
    ///   - notes: What is worth knowing so far.
    func note(rows: Int, _ progress: ReadProgress, passedOver: [String: Int], notes: [String]) {
        shared.withLock { state in
            state.tally.rows += rows
            state.progress = progress
            state.tally.passedOver = passedOver
            state.tally.notes = notes
        }
    }

    /// Adds what the catalogue said of a page.
    func add(_ reply: CatalogImport.Reply) {
        shared.withLock { state in
            state.tally.add(reply)
            state.trouble = nil
        }
    }

    /// Says that a page has to be sent again, and why.
    func willSendAgain(_ error: ServiceError) {
        shared.withLock { state in
            state.tally.pagesSentAgain += 1
            state.trouble = error.message
        }
    }
}
