/// Changes a healthy food; for staff.
///
/// With `ifVersion`, only if the food has that version.
package struct CatalogHealthyUpdate: Alteration {
    package typealias Reply = HealthyFood

    package static let method = Method("catalog.healthy.update", of: .catalog, .keyedWrite, .user)

    package var id: HealthyFoodID
    package var ifVersion: Int?
    package var change: HealthyFoodChange

    package init(_ id: HealthyFoodID, _ change: HealthyFoodChange, ifVersion: Int? = nil) {
        self.id = id
        self.change = change
        self.ifVersion = ifVersion
    }
}
