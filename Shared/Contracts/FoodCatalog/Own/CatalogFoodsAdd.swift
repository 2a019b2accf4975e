/// Adds a food of the caller's own: its fields and an optional id chosen by the client.
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
