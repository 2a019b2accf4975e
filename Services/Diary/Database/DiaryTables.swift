import Contracts
import Storage

/// Tables of one feature, with their rules for data export and account erasure.
///
/// Rows of users carry the id in `user_id`. Every exported table is also erased.
struct DiaryTables: Sendable {
    /// The exported tables.
    let exported: [ExportTable]
    /// Tables that are not exported, with the reason, by name.
    let passedOver: [String: String]
    /// Tables that together contain the id of every user with data in this part.
    ///
    /// They have few rows per user, because they are scanned.
    let userTables: [String]
    /// Erases data of a user that is not in rows with the `user_id`.
    let eraseRest: EventFollower.Erase

    /// Describes the tables of one part of the diary.
    ///
    /// - Parameters:
    ///   - exported: The tables that are exported and that are erased with the account.
    ///   - passedOver: Tables that are not exported, with the reason, by name.
    ///   - userTables: Tables that contain every user with data in this part; empty if other parts contain them.
    ///   - eraseRest: Erases data that is not in rows with a `user_id`.
    init(
        exported: [ExportTable],
        passedOver: [String: String] = [:],
        userTables: [String] = [],
        eraseRest: @escaping EventFollower.Erase = { _, _ in }
    ) {
        self.exported = exported
        self.passedOver = passedOver
        self.userTables = userTables
        self.eraseRest = eraseRest
    }
}
