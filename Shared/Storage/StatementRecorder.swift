import GRDB
import Synchronization

/// Records the text of every statement that a store runs, so that tests can inspect the query plans.
package final class StatementRecorder: Sendable {
    private struct State {
        /// Off during migrations, which read whole tables once on purpose.
        var isOn = false
        var texts: Set<String> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The recorded texts, sorted.
    package var texts: [String] { state.withLock { $0.texts.sorted() } }

    func start() { state.withLock { $0.isOn = true } }

    func install(in database: Database) {
        database.trace(options: .statement) { [self] event in
            guard case .statement(let statement) = event else { return }
            state.withLock { state in
                if state.isOn { state.texts.insert(statement.sql) }
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
        let texts = recorder.texts.filter { text in
            let verb = text.prefix { $0.isLetter }.uppercased()
            return ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(verb)
        }
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
