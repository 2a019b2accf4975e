import GRDB
import Synchronization

/// Records and counts the statements that a store runs, so that tests can inspect query plans and bound numbers of
/// statements.
package final class StatementRecorder: Sendable {
    private struct State {
        /// Off during migrations, which read whole tables once on purpose.
        var isOn = false
        /// The number of runs of each statement by its text.
        var runs: [String: Int] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// The recorded statements that read or write rows, sorted.
    ///
    /// Storage alone begins and ends transactions, and sets what only SQLite has.
    package var texts: [String] {
        state.withLock { $0.runs.keys.sorted() }.filter { text in
            let verb = text.prefix { $0.isLetter }.uppercased()
            return ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(verb)
        }
    }

    /// Returns the statements that run while the body does, the most frequent first, each with the number of its runs.
    ///
    /// Statements of other tasks on the same store count, too. A transaction has two statements of its own.
    package func runs(_ body: () async throws -> Void) async rethrows -> [(text: String, count: Int)] {
        let before = state.withLock { $0.runs }
        try await body()
        let after = state.withLock { $0.runs }
        return after.map { ($0.key, $0.value - before[$0.key, default: 0]) }.filter { $0.1 > 0 }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    func start() { state.withLock { $0.isOn = true } }

    func install(in database: Database) {
        database.trace(options: .statement) { [self] event in
            guard case .statement(let statement) = event else { return }
            state.withLock { state in
                if state.isOn { state.runs[statement.sql, default: 0] += 1 }
            }
        }
    }
}

/// A statement and its steps according to EXPLAIN QUERY PLAN.
package struct StatementPlan: Sendable, Equatable {
    package let sql: String
    package let steps: [String]
}

extension Store {
    /// Returns the query plans of the recorded statements that read or write rows.
    ///
    /// - Throws: what SQLite throws for a statement that it cannot compile.
    package func plans(of recorder: StatementRecorder) async throws -> [StatementPlan] {
        let texts = recorder.texts
        return try await readAtLength { reader in
            try texts.map { StatementPlan(sql: $0, steps: try reader.plan(of: $0)) }
        }
    }
}

extension SQLReader {
    fileprivate func plan(of sql: String) throws -> [String] {
        let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
        // A plan needs no values for the arguments.
        statement.setUncheckedArguments([])
        return try Row.fetchAll(statement).map { $0["detail"] }
    }
}
