import Storage
import StoredImages

extension DiarySchema {
    /// Images that users have uploaded for entries, and the key that signs their URLs.
    static let images = Migration(
        "diary-images-1",
        """
        CREATE TABLE image (
            -- The user's id and the entry's, with a slash between them.
            entry TEXT PRIMARY KEY NOT NULL,
            id TEXT NOT NULL UNIQUE,
            content_type TEXT NOT NULL,
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            bytes INTEGER NOT NULL CHECK (bytes > 0),
            user_id TEXT NOT NULL GENERATED ALWAYS AS (substr(entry, 1, 36)) VIRTUAL
        ) STRICT;
        CREATE INDEX image_by_user ON image (user_id, bytes);
        CREATE TABLE image_page (
            entry TEXT NOT NULL REFERENCES image (entry) ON DELETE CASCADE,
            page INTEGER NOT NULL CHECK (page >= 0),
            user_id TEXT NOT NULL GENERATED ALWAYS AS (substr(entry, 1, 36)) VIRTUAL,
            data BLOB NOT NULL,
            PRIMARY KEY (entry, page)
        ) STRICT;
        CREATE INDEX image_page_by_user ON image_page (user_id, entry, page);
        CREATE TABLE upload_page (
            user_id TEXT NOT NULL,
            upload TEXT NOT NULL,
            page INTEGER NOT NULL CHECK (page >= 0),
            at INTEGER NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (user_id, upload, page)
        ) STRICT;
        CREATE INDEX upload_page_at ON upload_page (at);
        CREATE TABLE image_key (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            value BLOB NOT NULL CHECK (length(value) = 32)
        ) STRICT;
        INSERT INTO image_key VALUES (1, randomblob(32));
        """
    )

    /// Images of entries.
    ///
    /// A user with images also has entries, but a user with an unfinished upload may have none.
    static let imageTables = DiaryTables(
        exported: [
            ExportTable(
                "image",
                as: "images",
                key: ["entry"],
                columns: [
                    "user_id": .owner, "entry": .plain, "id": .plain, "content_type": .plain, "width": .plain,
                    "height": .plain, "bytes": .plain,
                ]
            ),
            ExportTable(
                "image_page",
                as: "imagePages",
                key: ["entry", "page"],
                columns: ["user_id": .owner, "entry": .plain, "page": .plain, "data": .plain]
            ),
        ],
        omitted: [
            "upload_page": "parts of an unfinished image upload; they become the image or are deleted",
            "image_key": "a secret of the server that belongs to no user",
        ],
        userTables: ["upload_page"],
        eraseRest: { user, transaction in try UploadTable.delete(of: user, transaction) }
    )
}
