import Contracts
import Storage

extension SQLReader {
    /// The entries of a meal in their order.
    func order(of meal: Meal, on date: PlainDate, _ user: UserID) throws -> [MealPlace] {
        try rows(
            "SELECT id, position FROM entry WHERE user_id = ? AND date = ? AND meal = ? ORDER BY position, id",
            [user.description, date.description, meal.rawValue]
        ).map { MealPlace(id: try $0.value("id"), position: try $0.value("position")) }
    }

    /// Whether an entry stands where a request wants it: at that place of its meal, or last where there are fewer.
    func stands(_ entry: DiaryEntry, at wanted: Int?, of user: UserID) throws -> Bool {
        guard let wanted else { return true }
        let order = try order(of: entry.meal, on: entry.date, user)
        return order.firstIndex { $0.id == entry.id.description } == min(wanted, order.count - 1)
    }
}

/// Where an entry stands within its meal.
struct MealPlace: Equatable {
    let id: String
    let position: Int
}

extension SQLTransaction {
    /// Gives an entry its place within its meal before it is stored: the wanted one, or the one that it has, or the last.
    ///
    /// - Parameters:
    ///   - entry: The entry, with its day and meal as they are to be.
    ///   - wanted: Its place, counted from 0; nil if nobody says.
    ///   - before: The entry as it is stored; nil if it is not.
    ///   - user: Whose it is.
    /// - Throws: what the database throws.
    func place(_ entry: inout DiaryEntry, at wanted: Int?, from before: DiaryEntry?, of user: UserID) throws {
        if let wanted {
            entry.position = try makeRoom(for: entry, at: wanted, of: user)
        } else if entry.date != before?.date || entry.meal != before?.meal {
            entry.position = try reader.nextPosition(in: entry.meal, of: entry.date, user)
        }
    }

    /// Numbers the others of an entry's meal anew, with a gap for it.
    ///
    /// Who is moved aside takes the number of a change, so that other devices hear of its place, but no new version: its
    /// order is not what anybody edits of it.
    ///
    /// - Returns: The gap.
    private func makeRoom(for entry: DiaryEntry, at wanted: Int, of user: UserID) throws -> Int {
        let others = try reader.order(of: entry.meal, on: entry.date, user).filter { $0.id != entry.id.description }
        let gap = min(wanted, others.count)
        for (index, other) in others.enumerated() {
            let position = index < gap ? index : index + 1
            guard position != other.position else { continue }
            try execute(
                "UPDATE entry SET position = ?, changed = ? WHERE user_id = ? AND id = ?",
                [position, try nextChange(of: user), user.description, other.id]
            )
        }
        return gap
    }
}
