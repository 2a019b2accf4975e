package import CommandSupport
import Synchronization

/// The report of an import: a line for each refused row, in the order of the refusals.
///
/// It is written during the import. Without a requested path, the file is created only if there is a line for it.
package final class ImportReport: Sendable {
    /// The result of writing the report.
    package struct Outcome: Sendable, Equatable {
        /// The path; nil if there is no report.
        package var path: String?
        /// Why the report is not complete, as a sentence; nil if it is.
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

    /// Creates a report with a file that is created when it is needed.
    ///
    /// - Parameter paths: The possible paths; the first writable one is used.
    package init(ifNeededAt paths: [String]) {
        self.paths = paths
        state = Mutex(State())
    }

    /// Creates a report at a requested path at once.
    ///
    /// - Parameter path: The path.
    /// - Throws: `CommandFailure` if it cannot be written.
    package init(at path: String) throws(CommandFailure) {
        paths = []
        state = Mutex(State(file: try ReportFile(path: path)))
    }

    /// Adds a refused row with the reason.
    package func add(_ position: RowPosition, _ reason: String) {
        let line = ReportLine.text(position, reason)
        state.withLock { state in
            guard !state.isClosed, state.failure == nil else { return }
            if state.file == nil { open(&state) }
            state.file?.write(line)
            state.failure = state.failure ?? state.file?.failure
        }
    }

    /// Why the report cannot be written further; nil if it can.
    package var failure: String? { state.withLock { $0.failure } }

    /// Writes the buffered lines and closes the report.
    ///
    /// Later lines are ignored.
    ///
    /// - Returns: The path of the report, and whether it is complete.
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
            do throws(CommandFailure) {
                state.file = try ReportFile(path: path)
                state.failure = nil
                return
            } catch {
                state.failure = error.description
            }
        }
    }
}
