/// Adds a food of one's own: its fields beside the id that the client may bring.
package struct CatalogFoodsAdd: Addition {
    package typealias Reply = Food

    package static let method = Method("catalog.foods.add", of: .catalog, .keyedWrite, .user)

    package var id: FoodID?
    package var fields: FoodChange

    package init(_ fields: FoodChange, id: FoodID? = nil) {
        self.fields = fields
        self.id = id
    }
}
