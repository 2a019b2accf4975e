/// Changes a recipe of one's own; what its ingredients contain is looked up anew.
///
/// With `ifVersion`, only that version of it.
package struct CatalogRecipesUpdate: Alteration {
    package typealias Reply = Recipe

    package static let method = Method("catalog.recipes.update", of: .catalog, .keyedWrite, .user)

    package var id: FoodID
    package var ifVersion: Int?
    package var change: RecipeChange

    package init(_ id: FoodID, _ change: RecipeChange, ifVersion: Int? = nil) {
        self.id = id
        self.change = change
        self.ifVersion = ifVersion
    }
}
