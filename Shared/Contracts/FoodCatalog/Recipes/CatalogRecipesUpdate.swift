/// Changes a recipe of the caller's own; the nutrients of its ingredients are read again.
///
/// With `ifVersion`, only if the recipe has that version.
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
