/// Returns a recipe of the caller's own, or a shared one.
package struct CatalogRecipesGet: Contract {
    package typealias Reply = Recipe

    package static let method = Method("catalog.recipes.get", of: .catalog, .read, .user)

    package var id: FoodID

    package init(id: FoodID) {
        self.id = id
    }
}
