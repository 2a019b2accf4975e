import Storage

extension FoodCatalogSchema {
    /// Images that users uploaded for their own foods, by food number, and the key that signs their URLs.
    static let images = Migration(
        "catalog-images-1",
        """
        CREATE TABLE image (
            food INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            content_type TEXT NOT NULL,
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            bytes INTEGER NOT NULL CHECK (bytes > 0)
        ) STRICT;
        CREATE TABLE image_page (
            food INTEGER NOT NULL REFERENCES image (food),
            page INTEGER NOT NULL CHECK (page >= 0),
            data BLOB NOT NULL,
            PRIMARY KEY (food, page)
        ) STRICT;
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
}
