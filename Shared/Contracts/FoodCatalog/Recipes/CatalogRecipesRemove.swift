/// Removes a recipe of one's own; what was logged of it stays in diaries as it was.
///
/// With `ifVersion`, only that version of it.
package struct CatalogRecipesRemove: Contract {
    package typealias Reply = Empty

    package static let method = Method("catalog.recipes.remove", of: .catalog, .keyedWrite, .user)

    package var id: FoodID
    package var ifVersion: Int?

    package init(id: FoodID, ifVersion: Int? = nil) {
        self.id = id
        self.ifVersion = ifVersion
    }
}
