/// Takes a food off the list of healthy ones, to which no newer file brings it back; for staff.
///
/// With `ifVersion`, only that version of it.
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
