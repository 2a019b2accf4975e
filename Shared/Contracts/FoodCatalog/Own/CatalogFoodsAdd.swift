/// Adds a food of one's own: its fields beside the id that the client may bring.
package struct CatalogFoodsAdd: Contract {
    package typealias Reply = Food

    package static let method = Method("catalog.foods.add", of: .catalog, .keyedWrite, .user)

    package var id: FoodID?
    package var food: FoodChange

    private enum CodingKeys: CodingKey {
        case id
    }

    package init(_ food: FoodChange, id: FoodID? = nil) {
        self.food = food
        self.id = id
    }

    package init(from decoder: any Decoder) throws {
        food = try FoodChange(from: decoder)
        id = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(FoodID.self, forKey: .id)
    }

    package func encode(to encoder: any Encoder) throws {
        try food.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(id, forKey: .id)
    }
}
