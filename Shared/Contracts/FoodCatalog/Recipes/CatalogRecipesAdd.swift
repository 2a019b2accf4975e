/// Adds a recipe of one's own: its fields beside the id that the client may bring.
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
