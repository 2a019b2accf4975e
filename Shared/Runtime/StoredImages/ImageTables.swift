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
    /// Maximum number of images of a portion: as many small ones as are removed in a few milliseconds.
    private static let portionImagesMax = 100
    /// Maximum number of bytes that one portion overwrites; its last image may exceed it.
    private static let portionBytesMax = 4 * 1_024 * 1_024

    /// The column with the owner's id.
    private let owner: String
    /// The column with the id of the user.
    private let user: String

    package init(owner: String, user: String = "user_id") {
        self.owner = owner
        self.user = user
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

    /// Returns the number of bytes and of images of a user, without one owner's image.
    package func total(
        of user: UserID,
        without thing: SQLValue,
        _ reader: SQLReader
    ) throws -> (bytes: Int, images: Int) {
        var (bytes, images) = (0, 0)
        let all = try reader.row(
            "SELECT coalesce(sum(bytes), 0) AS bytes, count(*) AS images FROM image WHERE \(self.user) = ?",
            [user.description]
        )
        if let all { (bytes, images) = (try all.value("bytes"), try all.value("images")) }
        if let own = try image(of: thing, reader) { (bytes, images) = (bytes - own.bytes, images - 1) }
        return (bytes, images)
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
    ///   - upload: The image.
    ///   - thing: The owner's id.
    ///   - user: The user; nil for a table in which this column follows from the owner.
    ///   - transaction: The transaction.
    /// - Throws: An error of the database.
    package func store(
        _ upload: UploadedImage,
        of thing: SQLValue,
        ownedBy user: UserID? = nil,
        _ transaction: SQLTransaction
    ) throws {
        try remove(of: thing, transaction)
        let image = upload.stored
        var columns: [(name: String, value: SQLValue)] = [
            (owner, thing), ("id", image.id.description), ("content_type", image.contentType),
            ("width", image.width), ("height", image.height), ("bytes", image.bytes),
        ]
        if let user { columns.append((self.user, user.description)) }
        let names = columns.map { $0.name }.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        try transaction.execute("INSERT INTO image (\(names)) VALUES (\(marks))", columns.map { $0.value })
        for (number, page) in upload.pages.enumerated() {
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

    /// Removes a portion of a user's images; many megabytes in one transaction would block other writes.
    ///
    /// - Returns: The number of removed images; 0 if none is left.
    package func removePortion(of user: UserID, _ transaction: SQLTransaction) throws -> Int {
        let rows = try transaction.rows(
            "SELECT \(owner), bytes FROM image WHERE \(self.user) = ? LIMIT ?",
            [user.description, Self.portionImagesMax]
        )
        var (count, bytes) = (0, 0)
        for row in rows where bytes < Self.portionBytesMax {
            bytes += try row.value("bytes", as: Int.self)
            try remove(of: try row.value(owner, as: String.self), transaction)
            count += 1
        }
        return count
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
