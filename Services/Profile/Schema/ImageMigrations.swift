import Storage

extension ProfileSchema {
    /// Images in pages, incomplete uploads, and the key that signs image URLs.
    static let images = Migration(
        "profile-4",
        """
        CREATE TABLE image (
            user_id TEXT PRIMARY KEY NOT NULL REFERENCES profile (user_id),
            id TEXT NOT NULL UNIQUE,
            content_type TEXT NOT NULL,
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            bytes INTEGER NOT NULL CHECK (bytes > 0)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE image_page (
            user_id TEXT NOT NULL REFERENCES profile (user_id),
            page INTEGER NOT NULL CHECK (page >= 0),
            data BLOB NOT NULL,
            PRIMARY KEY (user_id, page)
        ) STRICT;
        CREATE TABLE upload_page (
            user_id TEXT NOT NULL REFERENCES profile (user_id),
            upload TEXT NOT NULL,
            page INTEGER NOT NULL CHECK (page >= 0),
            at INTEGER NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (user_id, upload, page)
        ) STRICT;
        CREATE TABLE image_key (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            value BLOB NOT NULL CHECK (length(value) = 32)
        ) STRICT;
        INSERT INTO image_key VALUES (1, randomblob(32));
        """
    )

    /// An index that finds old uploads without reading the others' pages.
    static let uploadAges = Migration(
        "profile-upload-ages",
        "CREATE INDEX upload_page_at ON upload_page (at);"
    )
}
