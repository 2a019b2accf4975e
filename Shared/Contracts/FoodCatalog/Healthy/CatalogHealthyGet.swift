/// Returns a healthy food, in every language.
package struct CatalogHealthyGet: Contract {
    package typealias Reply = HealthyFood

    package static let method = Method("catalog.healthy.get", of: .catalog, .read, .user)

    package var id: HealthyFoodID
    package var language: String?

    package init(id: HealthyFoodID, language: String? = nil) {
        self.id = id
        self.language = language
    }
}
