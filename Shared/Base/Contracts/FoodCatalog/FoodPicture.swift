/// The addresses of pictures of foods: the only place where they are made.
///
/// An address follows from the id of a food, so replies contain it and no table stores it.
public enum FoodPicture {
    /// Returns the address of a food's picture, a path on this server; see ``SpecialRoutes/foodPicture``.
    public static func path(of food: FoodID) -> String { "/v1/foods/\(food)/picture" }

    /// Returns the address of the picture of a logged food.
    ///
    /// - Parameters:
    ///   - food: The food; nil for an entry of energy without a food.
    ///   - image: The `imageURL` of the entry; a path is the signed address of an image of its own.
    /// - Returns: The signed address of its own image, else the address of its food's picture; nil without both.
    public static func path(of food: FoodID?, image: String?) -> String? {
        if let image, image.hasPrefix("/") { return image }
        return food.map(path(of:))
    }
}

/// Returns a page of the picture of a food that the catalog itself has: an uploaded image or a drawing.
///
/// Every id has a picture. One without a food that the caller may see has the general drawing: entries refer to removed
/// foods, and the reply must not reveal which private foods exist.
package struct CatalogFoodsPicture: FoodPictureDownload {
    package typealias Reply = FoodPicturePage

    package static let method = Method("catalog.foods.picture", of: .catalog, .read, .user)

    package var id: FoodID
    package var page: Int

    package init(id: FoodID, page: Int = 0) {
        self.id = id
        self.page = page
    }
}

/// Returns a page of the picture of a food at another server; `notFound` if it cannot be fetched.
package struct CatalogRemotePicture: FoodPictureDownload {
    package typealias Reply = FoodPicturePage

    /// Longer than ``ServerLimit/remotePictureS``, to allow for the queue.
    package static let timeoutMs = 4_500

    package static let method = Method(
        "catalog.remote.picture",
        of: .catalogRemote,
        .read,
        .user,
        timeoutMs: timeoutMs
    )

    package var id: FoodID
    package var page: Int

    package init(id: FoodID, page: Int = 0) {
        self.id = id
        self.page = page
    }
}

/// Returns a page of a food's picture.
package protocol FoodPictureDownload: Contract where Reply == FoodPicturePage {
    var id: FoodID { get }
    /// The number of the page, from 0.
    var page: Int { get set }
}

extension FoodPictureDownload {
    package static var rules: Rules<Self> { [.range(\.page, 0...ImageTransfer.pagesMax - 1)] }
}

/// A page of a food's picture.
package struct FoodPicturePage: Codable, Sendable, Equatable {
    /// The media type of drawings.
    package static let drawingType = "image/svg+xml"

    package var image: ImagePage
    /// Identifies the content: hexadecimal digits, or a UUID.
    package var tag: String
    /// How long a client may use the picture without asking again, in seconds.
    package var maxAgeS: Int
    /// Whether the food has a picture at another server, which ``CatalogRemotePicture`` returns, and this is for a
    /// failure of that.
    package var isSubstitute: Bool

    package init(image: ImagePage, tag: String, maxAgeS: Int, isSubstitute: Bool = false) {
        self.image = image
        self.tag = tag
        self.maxAgeS = maxAgeS
        self.isSubstitute = isSubstitute
    }
}

extension API {
    /// The contracts of this file.
    static let foodPicture: [any Contract.Type] = [CatalogFoodsPicture.self, CatalogRemotePicture.self]
}
