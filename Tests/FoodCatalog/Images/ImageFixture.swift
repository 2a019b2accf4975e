import Contracts
import FoodCatalog
import Foundation
import TestSupport

extension Person {
    /// Uploads a file in pages, as the gateway does.
    @discardableResult
    func upload(
        _ food: FoodID,
        _ file: Data,
        as upload: ImageID = .make(),
        key: String? = nil,
        ifVersion: Int? = nil
    ) async throws -> Food {
        let service = catalog.service
        let pages = Base64.pages(of: file, bytesEach: 300)
        for (page, base64) in pages.enumerated() {
            let request = CatalogFoodsImagePage(upload: upload, page: page, base64: base64)
            _ = try await service.storeImagePage(request, context())
        }
        let request = CatalogFoodsImageSet(id: food, ifVersion: ifVersion, upload: upload, pages: pages.count)
        return try await service.setImage(request, context(key: key))
    }
}
