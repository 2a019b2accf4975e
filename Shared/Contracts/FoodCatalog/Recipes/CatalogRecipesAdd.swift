/// Adds a recipe of the caller's own: its fields and an optional id chosen by the client.
package struct CatalogRecipesAdd: Addition {
    package typealias Reply = Recipe

    package static let method = Method("catalog.recipes.add", of: .catalog, .keyedWrite, .user)

    package var id: FoodID?
    package var fields: RecipeChange

    package init(_ fields: RecipeChange, id: FoodID? = nil) {
        self.fields = fields
        self.id = id
    }
}
