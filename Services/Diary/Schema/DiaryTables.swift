import Contracts
package import Storage

extension DiarySchema {
    /// The parts of the diary in the order of the export.
    private static let parts: [DiaryTables] = [
        coreTables, planTables, changeLogTables, cartTables, bodyTables, imageTables, storedFoodTables, importTables,
        waterTables, favouriteTables,
    ]

    /// The user's data export.
    package static let export = ExportSource(
        parts.flatMap(\.exported),
        omitted: parts.reduce(into: [:]) { $0.merge($1.omitted) { first, _ in first } }
    )

    /// Removes all data of a deleted account; foods that every user may see belong to no account and stay.
    package static let erasure = EventSubscriber(
        erase: { user, transaction in
            for part in parts {
                for table in part.exported {
                    try transaction.execute("DELETE FROM \(table.name) WHERE user_id = ?", [user.description])
                }
                try part.eraseRest(user, transaction)
            }
        },
        eraseAhead: { user, store in
            try await EntryImageErasure.eraseAhead(user, store)
            try await store.deleteImportPages(of: user)
        },
        people: { after, limit, reader in
            let ids = parts.flatMap(\.userTables).map { "SELECT user_id FROM \($0) WHERE user_id > ?1" }
            return try reader.rows(
                "\(ids.joined(separator: " UNION ")) ORDER BY 1 LIMIT ?2",
                [after?.description ?? "", limit]
            ).map { try $0.user() }
        }
    )
}

/// Tables of one feature, with their rules for data export and account erasure.
///
/// Rows of users carry the id in `user_id`. Every exported table is also erased.
struct DiaryTables: Sendable {
    /// The exported tables.
    let exported: [ExportTable]
    /// Tables that are not exported, with the reason, by name.
    let omitted: [String: String]
    /// Tables that together contain the id of every user with data in this part.
    ///
    /// They have few rows per user, because they are scanned.
    let userTables: [String]
    /// Erases data of a user that is not in rows with the `user_id`.
    let eraseRest: EventSubscriber.Erase

    /// Describes the tables of one part of the diary.
    ///
    /// - Parameters:
    ///   - exported: The tables that are exported and that are erased with the account.
    ///   - omitted: Tables that are not exported, with the reason, by name.
    ///   - userTables: Tables that contain every user with data in this part; empty if other parts contain them.
    ///   - eraseRest: Erases data that is not in rows with a `user_id`.
    init(
        exported: [ExportTable],
        omitted: [String: String] = [:],
        userTables: [String] = [],
        eraseRest: @escaping EventSubscriber.Erase = { _, _ in }
    ) {
        self.exported = exported
        self.omitted = omitted
        self.userTables = userTables
        self.eraseRest = eraseRest
    }
}
