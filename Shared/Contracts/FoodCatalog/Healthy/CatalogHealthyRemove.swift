/// Removes a food from the list of healthy foods; a newer list file does not add it again; for staff.
///
/// With `ifVersion`, only if the food has that version.
package struct CatalogHealthyRemove: Contract {
    package typealias Reply = Empty

    package static let method = Method("catalog.healthy.remove", of: .catalog, .keyedWrite, .user)

    package var id: HealthyFoodID
    package var ifVersion: Int?

    package init(id: HealthyFoodID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}
