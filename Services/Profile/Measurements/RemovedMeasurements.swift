import Contracts
import FoundationEssentials
import Storage

// Ids of removed measurements: a device may repeat the creation after the removal.
extension SQLTransaction {
    private static let secondsPerDay = 86_400

    /// Refuses an id that was removed, unless a measurement has it again.
    ///
    /// - Throws: `conflict` with null as the current state.
    func requireNotRemoved(_ requested: MeasurementRow, of user: UserID) throws {
        guard try reader.measurement(requested.id, of: user) == nil else { return }
        let removedAt: Int? = try reader.scalar(
            "SELECT at FROM deleted_measurement WHERE user_id = ? AND id = ?",
            [user.description, requested.id.description]
        )
        guard removedAt != nil else { return }
        let message = "A measurement with this id was removed; use a new id."
        throw try ServiceError.idConflict(message, current: Measurement?.none)
    }

    /// Remembers that a measurement was removed, and forgets old removals of the user.
    func rememberRemoval(of id: MeasurementID, _ user: UserID, at moment: Date) throws {
        let at = Int(moment.timeIntervalSince1970.rounded(.down))
        try execute(
            """
            INSERT INTO deleted_measurement (user_id, id, at) VALUES (?, ?, ?)
            ON CONFLICT (user_id, id) DO UPDATE SET at = excluded.at
            """,
            [user.description, id.description, at]
        )
        try execute(
            "DELETE FROM deleted_measurement WHERE user_id = ? AND at < ?",
            [user.description, at - ProfileMeasurementsRemove.removalsKeptDays * Self.secondsPerDay]
        )
    }
}
