/// Changes a recipe of one's own; what its ingredients contain is looked up anew.
///
/// With `ifVersion`, only that version of it.
package struct CatalogRecipesUpdate: Contract {
    package typealias Reply = Recipe

    package static let method = Method("catalog.recipes.update", of: .catalog, .keyedWrite, .user)

    package var id: FoodID
    package var ifVersion: Int?
    package var change: RecipeChange

    private enum CodingKeys: CodingKey {
        case id
        case ifVersion
    }

    package init(_ id: FoodID, _ change: RecipeChange, ifVersion: Int? = nil) {
        self.id = id
        self.change = change
        self.ifVersion = ifVersion
    }

    package init(from decoder: any Decoder) throws {
        change = try RecipeChange(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(FoodID.self, forKey: .id)
        ifVersion = try container.decodeIfPresent(Int.self, forKey: .ifVersion)
    }

    package func encode(to encoder: any Encoder) throws {
        try change.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(ifVersion, forKey: .ifVersion)
    }
}
