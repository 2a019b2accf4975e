/// Changes a food of one's own.
///
/// With `ifVersion`, only that version of it.
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
