import Contracts
import Storage

/// Tables that belong together, and what becomes of them when somebody asks for their data or leaves.
///
/// All rows of people have their id as `user_id`. What is exported is erased.
struct DiaryTables: Sendable {
    /// What people are told of them.
    let exported: [ExportTable]
    /// Tables that are not told, by name, and why.
    let passedOver: [String: String]
    /// Those of the tables that together name everybody of whom anything is in them; few rows a person, because they are
    /// walked through.
    let naming: [String]
    /// Removes of somebody what is not in rows with their `user_id`.
    let eraseRest: EventFollower.Erase

    /// Names the tables of a part of the diary.
    ///
    /// - Parameters:
    ///   - exported: What people are told of them, and what is erased when they leave.
    ///   - passedOver: Tables that are not told, by name, and why.
    ///   - naming: Tables by which everybody is found of whom anything is kept here; none if other parts name them.
    ///   - eraseRest: Removes what is in no row with a `user_id`.
    init(
        exported: [ExportTable],
        passedOver: [String: String] = [:],
        naming: [String] = [],
        eraseRest: @escaping EventFollower.Erase = { _, _ in }
    ) {
        self.exported = exported
        self.passedOver = passedOver
        self.naming = naming
        self.eraseRest = eraseRest
    }
}
