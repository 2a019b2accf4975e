import Contracts
import FoundationEssentials
import Storage

/// What is known of a picture besides its bytes.
struct StoredImage: Codable, Sendable, Equatable {
    /// The upload's id, so that a finished upload is known when it is finished again.
    let id: ImageID
    let contentType: String
    let width: Int
    let height: Int
    let bytes: Int
}

extension SQLReader {
    func image(of user: UserID) throws -> StoredImage? {
        try row("SELECT * FROM image WHERE user_id = ?", [user.description])?.image()
    }

    /// A picture with one of its pages; nil if there is none of that id, or no such page.
    func image(_ id: ImageID, page: Int) throws -> (image: StoredImage, page: Data)? {
        try row(
            "SELECT image.*, data FROM image JOIN image_page USING (user_id) WHERE id = ? AND page = ?",
            [id.description, page]
        ).map { (try $0.image(), try $0.value("data")) }
    }

    /// The key that signs the addresses of pictures.
    func imageKey() throws -> Data {
        guard let key: Data = try scalar("SELECT value FROM image_key") else {
            throw ServiceError(.internalError, "The database has no key for the addresses of pictures.")
        }
        return key
    }

    func hasUploads(before seconds: Int) throws -> Bool {
        try row("SELECT 1 FROM upload_page WHERE at < ? LIMIT 1", [seconds]) != nil
    }

    /// The pages of an upload in order, as far as they have come without a gap.
    func uploadedPages(_ upload: ImageID, of user: UserID) throws -> [Data] {
        let rows = try rows(
            "SELECT page, data FROM upload_page WHERE user_id = ? AND upload = ? ORDER BY page",
            [user.description, upload.description]
        )
        return try rows.enumerated().prefix { try $1.value("page", as: Int.self) == $0 }.map { try $1.value("data") }
    }
}

extension SQLTransaction {
    /// Keeps a page of an upload; its first page drops the user's other uploads, and everybody's old ones.
    ///
    /// - Throws: `conflict` if another upload has taken this one's place.
    func keepUpload(_ page: Data, number: Int, of upload: ImageID, _ user: UserID, nowS: Int, lifetimeS: Int) throws {
        let owner = [user.description, upload.description]
        if number == 0 {
            try execute("DELETE FROM upload_page WHERE user_id = ? AND upload <> ?", owner)
            try forgetUploads(before: nowS - lifetimeS)
        } else if try row("SELECT 1 FROM upload_page WHERE user_id = ? AND upload = ? AND page = 0", owner) == nil {
            throw ServiceError(.conflict, "Another picture is being uploaded at the same time; try again.")
        }
        try execute(
            """
            INSERT INTO upload_page (user_id, upload, page, at, data) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id, upload, page) DO UPDATE SET data = excluded.data
            """,
            owner + [number, nowS, page]
        )
    }

    /// Has a picture take the place of the one before.
    func keep(_ image: StoredImage, _ pages: [Data], of user: UserID) throws {
        try removeImage(of: user)
        try execute(
            "INSERT INTO image (user_id, id, content_type, width, height, bytes) VALUES (?, ?, ?, ?, ?, ?)",
            [
                user.description, image.id.description, image.contentType, image.width, image.height, image.bytes,
            ]
        )
        for (number, page) in pages.enumerated() {
            try execute(
                "INSERT INTO image_page (user_id, page, data) VALUES (?, ?, ?)",
                [user.description, number, page]
            )
        }
        try forgetUploads(of: user)
    }

    /// Forgets pictures as they were sent, which tell where they were taken.
    func forgetUploads(of user: UserID) throws {
        try execute("DELETE FROM upload_page WHERE user_id = ?", [user.description])
    }

    /// Forgets everybody's uploads that nobody finished.
    func forgetUploads(before seconds: Int) throws {
        try execute("DELETE FROM upload_page WHERE at < ?", [seconds])
    }

    func removeImage(of user: UserID) throws {
        try forgetUploads(of: user)
        for table in ["image_page", "image"] {
            try execute("DELETE FROM \(table) WHERE user_id = ?", [user.description])
        }
    }
}

extension SQLRow {
    fileprivate func image() throws -> StoredImage {
        guard let id = ImageID(try value("id", as: String.self)) else {
            throw ServiceError(.internalError, "The database holds a picture that nobody can name.")
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
