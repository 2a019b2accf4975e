/// Removes a food or recipe of the caller's own; diary entries with it remain unchanged.
///
/// With `ifVersion`, only if the food has that version.
package struct CatalogFoodsRemove: Contract {
    package typealias Reply = Empty

    package static let method = Method("catalog.foods.remove", of: .catalog, .keyedWrite, .user)

    package var id: FoodID
    package var ifVersion: Int?

    package init(id: FoodID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}
