/// Brings one page of a picture of one's own food.
package struct CatalogFoodsImagePage: PicturePageUpload {
    package typealias Reply = Empty

    package static let method = Method("catalog.foods.image.page", of: .catalog, .keyedWrite, .user)

    package var upload: ImageID
    package var page: Int
    package var base64: String

    package init(upload: ImageID, page: Int, base64: String) {
        self.upload = upload
        self.page = page
        self.base64 = base64
    }
}

/// Makes the pages of an upload the picture of one's own food or recipe, if they are one.
///
/// With `ifVersion`, only of that version of it.
package struct CatalogFoodsImageSet: Contract {
    /// The food with the picture's address, signed and good for an hour or two; the food has a new one then.
    package typealias Reply = Food

    package static let method = Method("catalog.foods.image.set", of: .catalog, .keyedWrite, .user)

    package var id: FoodID
    package var ifVersion: Int?
    package var upload: ImageID
    /// How many pages there are.
    package var pages: Int

    package init(id: FoodID, ifVersion: Int? = nil, upload: ImageID, pages: Int) {
        self.id = id
        self.ifVersion = ifVersion
        self.upload = upload
        self.pages = pages
    }
}

/// Takes the picture off one's own food or recipe, uploaded or not.
///
/// With `ifVersion`, only off that version of it.
package struct CatalogFoodsImageRemove: Contract {
    package typealias Reply = Empty

    package static let method = Method("catalog.foods.image.remove", of: .catalog, .keyedWrite, .user)

    package var id: FoodID
    package var ifVersion: Int?

    package init(id: FoodID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}

/// A page of a food's picture.
package struct CatalogFoodsImageGet: PicturePageDownload {
    package typealias Reply = PicturePage

    package static let method = Method("catalog.foods.image.get", of: .catalog, .read, .anyone)

    package var id: ImageID
    package var expires: Int
    package var signature: String
    package var page: Int

    package init(id: ImageID, expires: Int, signature: String, page: Int) {
        self.id = id
        self.expires = expires
        self.signature = signature
        self.page = page
    }
}
