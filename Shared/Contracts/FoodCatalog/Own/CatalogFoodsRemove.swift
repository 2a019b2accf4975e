/// Removes a food of one's own, or a recipe; what was logged of it stays in diaries as it was.
///
/// With `ifVersion`, only that version of it.
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
