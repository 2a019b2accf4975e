/// Changes a food of the caller's own.
///
/// With `ifVersion`, only if the food has that version.
package struct CatalogFoodsUpdate: Alteration {
    package typealias Reply = Food

    package static let method = Method("catalog.foods.update", of: .catalog, .keyedWrite, .user)

    package var id: FoodID
    package var ifVersion: Int?
    package var change: FoodChange

    package init(_ id: FoodID, _ change: FoodChange, ifVersion: Int? = nil) {
        self.id = id
        self.change = change
        self.ifVersion = ifVersion
    }
}
