/// Adds a recipe of one's own: its fields beside the id that the client may bring.
package struct CatalogRecipesAdd: Contract {
    package typealias Reply = Recipe

    package static let method = Method("catalog.recipes.add", of: .catalog, .keyedWrite, .user)

    package var id: FoodID?
    package var recipe: RecipeChange

    private enum CodingKeys: CodingKey {
        case id
    }

    package init(_ recipe: RecipeChange, id: FoodID? = nil) {
        self.recipe = recipe
        self.id = id
    }

    package init(from decoder: any Decoder) throws {
        recipe = try RecipeChange(from: decoder)
        id = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(FoodID.self, forKey: .id)
    }

    package func encode(to encoder: any Encoder) throws {
        try recipe.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(id, forKey: .id)
    }
}
