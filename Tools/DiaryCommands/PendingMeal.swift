package import Calendar
import CommandSupport
package import Contracts
package import FoundationEssentials
package import MealwireClient

/// A meal that the user has confirmed, with the ids of its entries, until the server has all of them.
///
/// Sent again under the same ids, nothing is logged twice, even by another run of the command.
package struct PendingMeal: Codable, Sendable, Equatable {
    /// Maximum number of stored meals; there is more than one only if several failed.
    package static let countMax = 20
    /// The time for which the same command continues a meal instead of logging another one, in seconds.
    private static let secondsMax = 12.0 * 3_600

    /// The address of the server.
    package let server: String
    /// Nil with a personal access token.
    package let user: UserID?
    /// The meal as typed.
    package let text: String
    /// The meal of the command; nil if the time of day decided.
    package let meal: Meal?
    /// RFC 3339, UTC.
    package let madeAt: String
    package let entries: [DiaryEntriesPut]

    package init(
        server: String,
        user: UserID?,
        text: String,
        meal: Meal?,
        madeAt: String = Timestamp.now(),
        entries: [DiaryEntriesPut]
    ) {
        (self.server, self.user, self.text, self.meal) = (server, user, text, meal)
        (self.madeAt, self.entries) = (madeAt, entries)
    }

    /// Ids of entries are never used again.
    package static func == (left: PendingMeal, right: PendingMeal) -> Bool {
        left.server == right.server && left.entries.map(\.id) == right.entries.map(\.id)
    }

    /// Makes the entries of a confirmed meal.
    ///
    /// - Parameters:
    ///   - lines: The lines to log; those without an amount are left out.
    ///   - meal: The meal of the day.
    ///   - date: The user's day.
    /// - Returns: One entry with a new id for each line.
    package static func entries(_ lines: [TypedMeal.Line], for meal: Meal, on date: PlainDate) -> [DiaryEntriesPut] {
        lines.compactMap(\.amount).map { DiaryEntriesPut(id: .make(), date: .date(date), meal: meal, amount: $0) }
    }

    /// Whether the same command continues this meal.
    package func isContinued(server: String, user: UserID?, text: String, meal: Meal?, now: Date = Date()) -> Bool {
        guard let made = TimestampReader.milliseconds(madeAt) else { return false }
        let age = now.timeIntervalSince1970 - Double(made) / 1_000
        return self.server == server && self.user == user && self.text == text && self.meal == meal
            && (0...Self.secondsMax).contains(age)
    }
}

/// Logs confirmed meals, each entry exactly once.
package struct MealLog: Sendable {
    private let client: MealwireClient
    private let file: SessionFile
    private let server: ServerAddress

    /// - Parameters:
    ///   - client: Signed in to the server.
    ///   - file: Keeps meals that are not logged completely.
    ///   - server: The address of the server.
    package init(_ client: MealwireClient, _ file: SessionFile, _ server: ServerAddress) {
        (self.client, self.file, self.server) = (client, file, server)
    }

    /// Returns the meal that an earlier run of the same command has not logged completely; nil if there is none.
    package func unfinished(_ text: String, _ meal: Meal?) async throws -> PendingMeal? {
        let user = try await client.user?.id
        return try file.read().pending?.last {
            $0.isContinued(server: server.text, user: user, text: text, meal: meal)
        }
    }

    /// Logs a meal.
    ///
    /// It is stored before the first entry is sent, and forgotten after the last one.
    ///
    /// - Returns: The entries as the server has them.
    /// - Throws: `CommandFailure` that says how many entries are logged.
    package func log(_ meal: PendingMeal) async throws -> [DiaryEntry] {
        try store(meal)
        var logged: [DiaryEntry] = []
        for entry in meal.entries {
            do {
                logged.append(try await client.send(entry))
            } catch {
                let reason = DiarySession.failure(error, server).description
                let count = "\(logged.count) of \(meal.entries.count) foods are logged."
                guard Self.isTemporary(error) else {
                    try forget(meal)
                    throw CommandFailure("\(reason) \(count)")
                }
                throw CommandFailure("\(reason) \(count) Run the same command again: nothing is logged twice.")
            }
        }
        try forget(meal)
        return logged
    }

    /// Returns false for an answer that would come again.
    private static func isTemporary(_ error: any Error) -> Bool {
        guard let problem = error as? MealwireProblem, let code = problem.code else { return true }
        return code.isRetryable || [.unauthenticated, .outcomeUnknown, .cancelled].contains(code)
    }

    private func store(_ meal: PendingMeal) throws(CommandFailure) {
        var content = try file.read()
        let others = (content.pending ?? []).filter { $0 != meal }
        content.pending = Array((others + [meal]).suffix(PendingMeal.countMax))
        try file.write(content)
    }

    private func forget(_ meal: PendingMeal) throws(CommandFailure) {
        var content = try file.read()
        content.pending?.removeAll { $0 == meal }
        if content.pending?.isEmpty ?? false { content.pending = nil }
        try file.write(content)
    }
}
