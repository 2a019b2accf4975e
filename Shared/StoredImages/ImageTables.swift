package import Contracts
package import FoundationEssentials
package import Storage

/// The metadata of a stored image.
package struct StoredImage: Codable, Sendable, Equatable {
    /// The upload's id, so that a repeated finish of the same upload is detected.
    package let id: ImageID
    package let contentType: String
    package let width: Int
    package let height: Int
    package let bytes: Int
}

/// The tables of a service's images, at most one image for each owner row.
///
/// `image` holds metadata, `image_page` the bytes in pages, and `image_key` the key that signs addresses.
package struct ImageTables: Sendable {
    /// The column with the owner's id.
    private let owner: String

    package init(owner column: String) {
        owner = column
    }

    package func image(of thing: SQLValue, _ reader: SQLReader) throws -> StoredImage? {
        try reader.row("SELECT * FROM image WHERE \(owner) = ?", [thing])?.image()
    }

    /// Returns a page of an image; nil if either does not exist.
    package func page(_ number: Int, of id: ImageID, _ reader: SQLReader) throws -> ImagePage? {
        try reader.row(
            "SELECT image.*, data FROM image JOIN image_page USING (\(owner)) WHERE id = ? AND page = ?",
            [id.description, number]
        ).map { row in
            let (image, data) = (try row.image(), try row.value("data", as: Data.self))
            return ImagePage(
                contentType: image.contentType,
                bytes: image.bytes,
                pages: ImageTransfer.pages(of: image.bytes),
                base64: data.base64EncodedString()
            )
        }
    }

    /// Returns the key that signs the addresses of images.
    package static func signingKey(_ reader: SQLReader) throws -> Data {
        guard let key: Data = try reader.scalar("SELECT value FROM image_key") else {
            throw ServiceError(.internalError, "The database has no key that signs the addresses of pictures.")
        }
        return key
    }

    /// Replaces the owner's image.
    ///
    /// - Parameters:
    ///   - image: The metadata.
    ///   - pages: The bytes.
    ///   - thing: The owner's id.
    ///   - user: The user, for a table that has a column `owner` besides.
    ///   - transaction: The transaction.
    /// - Throws: An error of the database.
    package func store(
        _ image: StoredImage,
        _ pages: [Data],
        of thing: SQLValue,
        ownedBy user: UserID? = nil,
        _ transaction: SQLTransaction
    ) throws {
        try remove(of: thing, transaction)
        var columns: [(name: String, value: SQLValue)] = [
            (owner, thing), ("id", image.id.description), ("content_type", image.contentType),
            ("width", image.width), ("height", image.height), ("bytes", image.bytes),
        ]
        if let user { columns.append(("owner", user.description)) }
        let names = columns.map { $0.name }.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        try transaction.execute("INSERT INTO image (\(names)) VALUES (\(marks))", columns.map { $0.value })
        for (number, page) in pages.enumerated() {
            try transaction.execute(
                "INSERT INTO image_page (\(owner), page, data) VALUES (?, ?, ?)",
                [thing, number, page]
            )
        }
    }

    package func remove(of thing: SQLValue, _ transaction: SQLTransaction) throws {
        for table in ["image_page", "image"] {
            try transaction.execute("DELETE FROM \(table) WHERE \(owner) = ?", [thing])
        }
    }
}

extension SQLRow {
    fileprivate func image() throws -> StoredImage {
        guard let id = ImageID(try value("id", as: String.self)) else {
            throw ServiceError(.internalError, "The database contains a picture with an invalid id.")
        }
        return StoredImage(
            id: id,
            contentType: try value("content_type"),
            width: try value("width"),
            height: try value("height"),
            bytes: try value("bytes")
        )
    }
}
