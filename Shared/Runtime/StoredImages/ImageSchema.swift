package import Storage

/// The tables that are the same in each service with images; the tables of images themselves have the service's owner.
extension ImageTables {
    /// The columns of `image` besides the owner's.
    package static let columns: [ColumnSchema] = [
        .text("id", .unique), .text("content_type"), .integer("width", .check("width > 0")),
        .integer("height", .check("height > 0")), .integer("bytes", .check("bytes > 0")),
    ]

    /// The key that signs addresses of images.
    package static let keyTable = TableSchema(
        "image_key",
        [.integer("only", .key, .check("\"only\" = 1")), .blob("value", .check("length(value) = 32"))]
    )

    /// The statement that makes the key of a new database.
    package static let firstKey = "INSERT INTO image_key VALUES (1, randomblob(32));\n"

    /// Parts of uploads that are incomplete.
    package static let uploadTable = uploadTable(of: .text("user_id"))

    /// Parts of uploads, for a service whose database has the users in a table.
    package static func uploadTable(of user: ColumnSchema) -> TableSchema {
        TableSchema(
            "upload_page",
            [user, .text("upload"), .integer("page", .check("page >= 0")), .integer("at"), .blob("data")],
            key: [user.name, "upload", "page"],
            isClustered: false,
            indexes: [.index("upload_page_at", ["at"])]
        )
    }
}
