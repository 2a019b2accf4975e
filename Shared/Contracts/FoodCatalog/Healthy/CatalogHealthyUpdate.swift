/// Changes a healthy food; for staff.
///
/// With `ifVersion`, only that version of it.
package struct CatalogHealthyUpdate: Contract {
    package typealias Reply = HealthyFood

    package static let method = Method("catalog.healthy.update", of: .catalog, .keyedWrite, .user)

    package var id: HealthyFoodID
    package var ifVersion: Int?
    package var change: HealthyFoodChange

    private enum CodingKeys: CodingKey {
        case id
        case ifVersion
    }

    package init(_ id: HealthyFoodID, _ change: HealthyFoodChange, ifVersion: Int? = nil) {
        self.id = id
        self.change = change
        self.ifVersion = ifVersion
    }

    package init(from decoder: any Decoder) throws {
        change = try HealthyFoodChange(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(HealthyFoodID.self, forKey: .id)
        ifVersion = try container.decodeIfPresent(Int.self, forKey: .ifVersion)
    }

    package func encode(to encoder: any Encoder) throws {
        try change.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(ifVersion, forKey: .ifVersion)
    }
}
