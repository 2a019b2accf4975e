/// Uploads one page of an image of the caller's own food.
package struct CatalogFoodsImagePage: ImagePageUpload {
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

/// Sets the pages of an upload as the image of the caller's own food or recipe, if they form one.
///
/// With `ifVersion`, only if the food has that version.
package struct CatalogFoodsImageSet: Contract {
    /// The food with the image's URL, which is signed and valid for an hour or two; a later read returns a new URL.
    package typealias Reply = Food

    package static let method = Method("catalog.foods.image.set", of: .catalog, .keyedWrite, .user)

    package var id: FoodID
    package var ifVersion: Int?
    package var upload: ImageID
    /// Number of pages.
    package var pages: Int

    package init(id: FoodID, ifVersion: Int? = nil, upload: ImageID, pages: Int) {
        self.id = id
        self.ifVersion = ifVersion
        self.upload = upload
        self.pages = pages
    }
}

/// Removes the image of the caller's own food or recipe, whether uploaded or not.
///
/// With `ifVersion`, only if the food has that version.
public struct CatalogFoodsImageRemove: Contract {
    public typealias Reply = Empty

    public static let method = Method("catalog.foods.image.remove", of: .catalog, .keyedWrite, .user).route(
        .delete,
        "/v1/foods/{id}/image",
        "Removes the image of the caller's own food or recipe.",
        scope: .foodsWrite,
        success: .noContent,
        errors: [.notFound]
    )

    public var id: FoodID
    public var ifVersion: Int?

    public init(id: FoodID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}

/// Returns a page of a food's image.
package struct CatalogFoodsImageGet: ImagePageDownload {
    package typealias Reply = ImagePage

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

extension API {
    /// The contracts of this file.
    static let catalogFoodsImage: [any Contract.Type] = [
        CatalogFoodsImagePage.self, CatalogFoodsImageSet.self, CatalogFoodsImageRemove.self, CatalogFoodsImageGet.self,
    ]
}
