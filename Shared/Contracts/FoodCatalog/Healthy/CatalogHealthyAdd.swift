/// Adds a food to the list of healthy ones; for staff.
package struct CatalogHealthyAdd: Contract {
    package typealias Reply = HealthyFood

    package static let method = Method("catalog.healthy.add", of: .catalog, .keyedWrite, .user)

    package var id: HealthyFoodID?
    package var food: HealthyFoodChange

    private enum CodingKeys: CodingKey {
        case id
    }

    package init(_ food: HealthyFoodChange, id: HealthyFoodID? = nil) {
        self.food = food
        self.id = id
    }

    package init(from decoder: any Decoder) throws {
        food = try HealthyFoodChange(from: decoder)
        id = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(HealthyFoodID.self, forKey: .id)
    }

    package func encode(to encoder: any Encoder) throws {
        try food.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(id, forKey: .id)
    }
}
