package import Contracts
import FoundationEssentials
import Storage
import StoredImages

/// What the picture of a food is made of, for one reader.
private struct PicturedFood {
    /// How long clients may use the drawing of a food of a source without asking again, in seconds.
    ///
    /// It changes only with a new version of Mealwire.
    static let drawingMaxAgeS = 7 * 24 * 3_600
    /// The same for a picture from another server: as long as the catalog keeps it.
    static let remoteMaxAgeS = 3_600
    /// The same for what changes at any time: uploads, drawings in their place, and foods that the reader may not see.
    static let changingMaxAgeS = 0

    /// The uploaded image.
    var upload: ImageID?
    /// The address of a picture at another server.
    var remoteAddress: String?
    var category: String?
    /// Whether it is a food of a source, which gets no upload and stays visible.
    var isOfSource = false
}

extension FoodCatalogService {
    /// Returns a page of the picture of a food: its uploaded image, else a drawing.
    package func picture(_ request: CatalogFoodsPicture, _ context: RequestContext) async throws -> FoodPicturePage {
        let user = try context.user()
        let (food, upload) = try await store.read { reader in
            let food = try reader.picturedFood(request.id, for: user, at: now())
            return (food, try food.upload.flatMap { try FoodImages.tables.page(request.page, of: $0, reader) })
        }
        if let id = food.upload {
            guard let upload else { throw ServiceError.notFound("picture") }
            return FoodPicturePage(image: upload, tag: id.description, maxAgeS: PicturedFood.changingMaxAgeS)
        }
        let drawing = drawings.drawing(of: request.id, category: food.category)
        guard let page = ImagePage(drawing.bytes, of: FoodPicturePage.drawingType, page: request.page) else {
            throw ServiceError.notFound("picture")
        }
        let isSubstitute = food.remoteAddress.map { remote?.pictures?.isAllowed($0) ?? false } ?? false
        let lasts = food.isOfSource && !isSubstitute
        return FoodPicturePage(
            image: page,
            tag: drawing.tag,
            maxAgeS: lasts ? PicturedFood.drawingMaxAgeS : PicturedFood.changingMaxAgeS,
            isSubstitute: isSubstitute
        )
    }
}

extension RemoteFoods {
    /// Returns a page of the picture of a food at another server.
    package func picture(_ request: CatalogRemotePicture, _ context: RequestContext) async throws -> FoodPicturePage {
        let user = try context.user()
        let food = try await store.read { try $0.picturedFood(request.id, for: user, at: clocks.wall()) }
        guard let address = food.remoteAddress,
            let picture = await pictures?.picture(at: address, for: user),
            let page = ImagePage(picture.bytes, of: picture.contentType, page: request.page)
        else { throw ServiceError.notFound("picture") }
        return FoodPicturePage(image: page, tag: picture.tag, maxAgeS: PicturedFood.remoteMaxAgeS)
    }
}

extension SQLReader {
    /// Returns what a user may see of a food's picture; nothing of another user's private food.
    ///
    /// The uploaded image of a removed food stays visible to its owner, because entries refer to it. A food that a
    /// source has just answered has the picture that it will have in the catalog.
    fileprivate func picturedFood(_ id: FoodID, for user: UserID, at now: Date) throws -> PicturedFood {
        let found = try row("SELECT owner, shared, category, image_url FROM food WHERE id = ?", [id.blob])
        guard let row = found else {
            if let kept = try FoodImages.kept(of: id, self), kept.owner == user { return PicturedFood(upload: kept.id) }
            let answered = try RemoteCache.food(id, at: now, self)
            return PicturedFood(remoteAddress: answered?.imageURL, category: answered?.category)
        }
        let owner: String? = row.optional("owner")
        guard try owner == nil || owner == user.description || row.value("shared") else { return PicturedFood() }
        let name: String? = row.optional("image_url")
        return PicturedFood(
            upload: ImageName.uploaded(name),
            remoteAddress: ImageName.uploaded(name) == nil ? name : nil,
            category: row.optional("category"),
            isOfSource: owner == nil
        )
    }
}

extension ImagePage {
    /// Creates a page of an image in memory; nil beyond its end.
    fileprivate init?(_ bytes: [UInt8], of contentType: String, page: Int) {
        let start = page * ImageTransfer.pageBytesMax
        guard (0..<bytes.count).contains(start) else { return nil }
        let end = min(start + ImageTransfer.pageBytesMax, bytes.count)
        self.init(
            contentType: contentType,
            bytes: bytes.count,
            pages: ImageTransfer.pages(of: bytes.count),
            base64: Data(bytes[start..<end]).base64EncodedString()
        )
    }
}
