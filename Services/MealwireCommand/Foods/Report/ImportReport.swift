import Synchronization

/// The report of an import: a line for each row that was not taken, in the order in which that came out.
///
/// It is written while the import runs. Where no path was asked for, there is a report only if there is something to report.
package final class ImportReport: Sendable {
    /// What became of it.
    package struct Outcome: Sendable, Equatable {
        /// Where it lies; nil if there is none.
        package var path: String?
        /// Why it is not complete, as a sentence; nil if it is.
        package var failure: String?

        package init(path: String?, failure: String?) {
            self.path = path
            self.failure = failure
        }
    }

    private struct State: ~Copyable {
        var file: ReportFile?
        var failure: String?
        var isClosed = false
    }

    private let paths: [String]
    private let state: Mutex<State>

    /// A report for which nobody asked.
    ///
    /// - Parameter paths: Where it may lie; the first that can be written is taken.
    package init(ifNeededAt paths: [String]) {
        self.paths = paths
        state = Mutex(State())
    }

    /// A report that is wanted at a certain place, and made at once.
    ///
    /// - Parameter path: The place.
    /// - Throws: `SetFailure` if it cannot be written.
    package init(at path: String) throws(SetFailure) {
        paths = []
        state = Mutex(State(file: try ReportFile(path: path)))
    }

    /// Adds a row that was not taken, and why.
    package func add(_ place: RowPlace, _ reason: String) {
        let line = ReportLine.text(place, reason)
        state.withLock { state in
            guard !state.isClosed, state.failure == nil else { return }
            if state.file == nil { open(&state) }
            state.file?.write(line)
            state.failure = state.failure ?? state.file?.failure
        }
    }

    /// Why it cannot be written on, once that is so.
    package var failure: String? { state.withLock { $0.failure } }

    /// Writes what is left; nothing is added any more.
    ///
    /// - Returns: Where it lies, and whether all of it does.
    package func close() -> Outcome {
        state.withLock { state in
            state.isClosed = true
            state.file?.flush()
            state.failure = state.failure ?? state.file?.failure
            let path = state.file?.path
            state.file = nil
            return Outcome(path: path, failure: state.failure)
        }
    }

    private func open(_ state: inout State) {
        for path in paths {
            do throws(SetFailure) {
                state.file = try ReportFile(path: path)
                state.failure = nil
                return
            } catch {
                state.failure = error.description
            }
        }
    }
}
