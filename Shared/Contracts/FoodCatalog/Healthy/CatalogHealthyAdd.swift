/// Adds a food to the list of healthy foods; for staff.
package struct CatalogHealthyAdd: Addition {
    package typealias Reply = HealthyFood

    package static let method = Method("catalog.healthy.add", of: .catalog, .keyedWrite, .user)

    package var id: HealthyFoodID?
    package var fields: HealthyFoodChange

    package init(_ fields: HealthyFoodChange, id: HealthyFoodID? = nil) {
        self.fields = fields
        self.id = id
    }
}
