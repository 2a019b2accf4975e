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

    /// Identifies images by the id of their food and by their owner, so that the image of a removed food stays.
    ///
    /// The number of a food was no such key: SQLite gives it to another food after a removal. The bytes of all images
    /// are copied once.
    ///
    /// An image is deleted if its food does not exist or has no owner. Earlier versions removed an image with its food,
    /// so that there is none without a defect. Nobody could see it, and the erasure of an account would not find it.
    /// `Migration` logs how many images are left.
    static let imagesOfRemovedFoods = Migration(
        "catalog-images-2",
        emptying: ["image", "image_page"],
        """
        ALTER TABLE image RENAME TO former_image;
        ALTER TABLE image_page RENAME TO former_image_page;
        CREATE TABLE image (
            food TEXT PRIMARY KEY NOT NULL,
            owner TEXT NOT NULL,
            id TEXT NOT NULL UNIQUE,
            content_type TEXT NOT NULL,
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            bytes INTEGER NOT NULL CHECK (bytes > 0)
        ) STRICT;
        CREATE TABLE image_page (
            food TEXT NOT NULL REFERENCES image (food),
            page INTEGER NOT NULL CHECK (page >= 0),
            data BLOB NOT NULL,
            PRIMARY KEY (food, page)
        ) STRICT;
        INSERT INTO image (food, owner, id, content_type, width, height, bytes)
        SELECT \(idText), food.owner, former_image.id, content_type, width, height, bytes
        FROM former_image CROSS JOIN food ON food.number = former_image.food WHERE food.owner IS NOT NULL;
        INSERT INTO image_page (food, page, data)
        SELECT \(idText), page, data
        FROM former_image_page CROSS JOIN food ON food.number = former_image_page.food WHERE food.owner IS NOT NULL;
        DROP TABLE former_image_page;
        DROP TABLE former_image;
        CREATE INDEX image_by_owner ON image (owner, bytes);
        """
    )

    /// The text of a food's id, which the table of foods has as bytes.
    private static let idText = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { start, length in
        "substr(lower(hex(food.id)), \(start), \(length))"
    }.joined(separator: " || '-' || ")
}
