import Calendar
import Contracts
import Storage

extension SQLReader {
    /// Returns the positions of a meal's entries in order.
    func order(of meal: Meal, on date: PlainDate, _ user: UserID) throws -> [MealPosition] {
        try rows(
            "SELECT id, position FROM entry WHERE user_id = ? AND date = ? AND meal = ? ORDER BY position, id",
            [user.description, date.description, meal.rawValue]
        ).map { MealPosition(id: try $0.value("id"), position: try $0.value("position")) }
    }

    /// Returns whether an entry is at the requested index of its meal, or last where the meal has fewer entries.
    func isPositioned(_ entry: DiaryEntry, at requested: Int?, of user: UserID) throws -> Bool {
        guard let requested else { return true }
        let order = try order(of: entry.meal, on: entry.date, user)
        return order.firstIndex { $0.id == entry.id.description } == min(requested, order.count - 1)
    }
}

/// The position of an entry within its meal.
struct MealPosition: Equatable {
    let id: String
    let position: Int
}

extension SQLTransaction {
    /// Sets the position of an entry before it is stored: the requested one, its current one, or the last.
    ///
    /// - Parameters:
    ///   - entry: The entry with its new day and meal.
    ///   - requested: The requested index, from 0; nil if the request has none.
    ///   - before: The stored entry; nil if there is none.
    ///   - user: The owner of the diary.
    /// - Throws: What the database throws.
    func assignPosition(of entry: inout DiaryEntry, at requested: Int?, from before: DiaryEntry?, of user: UserID)
        throws
    {
        if let requested {
            entry.position = try makeGap(for: entry, at: requested, of: user)
        } else if entry.date != before?.date || entry.meal != before?.meal {
            entry.position = try reader.nextPosition(in: entry.meal, of: entry.date, user)
        }
    }

    /// Renumbers the other entries of a meal and leaves a gap for one entry.
    ///
    /// Each moved entry takes a change number, so that other devices receive its position.
    /// It takes no new version, because users do not edit the position of the other entries.
    ///
    /// - Returns: The index of the gap.
    private func makeGap(for entry: DiaryEntry, at requested: Int, of user: UserID) throws -> Int {
        let others = try reader.order(of: entry.meal, on: entry.date, user).filter { $0.id != entry.id.description }
        let gap = min(requested, others.count)
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
