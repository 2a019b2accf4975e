/// Removes a recipe of the caller's own; diary entries with it remain unchanged.
///
/// With `ifVersion`, only if the recipe has that version.
package struct CatalogRecipesRemove: Contract {
    package typealias Reply = Empty

    package static let method = Method("catalog.recipes.remove", of: .catalog, .keyedWrite, .user)

    package var id: FoodID
    package var ifVersion: Int?

    package init(id: FoodID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}
