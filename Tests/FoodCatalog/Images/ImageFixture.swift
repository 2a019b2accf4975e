import Contracts
import FoodCatalog
import Foundation
import ImageUploads
import StoredImages

extension Person {
    /// Uploads an image of a food; by default one of the corpus.
    @discardableResult
    func upload(
        _ food: FoodID,
        _ file: Data? = nil,
        as upload: ImageID = .make(),
        key: String? = nil,
        ifVersion: Int? = nil
    ) async throws -> Food {
        let target = ImageObject(id: food, ifVersion: ifVersion)
        return try await catalog.service.images.upload(file, to: target, as: upload, context(key: key))
    }
}
