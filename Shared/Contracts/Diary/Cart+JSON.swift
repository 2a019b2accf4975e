package import JSONCoding

extension Cart: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("version", Double(version))
            writer.field("items") { $0.list(items) { $1.write(to: &$0) } }
            writer.field("additionalKcal", additionalKcal)
            writer.field("additionalName", additionalName)
            writer.field("totals") { totals.write(to: &$0) }
            writer.field("incomplete", incomplete)
        }
    }
}

extension CartItem {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("foodId", foodId.description)
            writer.field("name", name)
            writer.field("imageURL", imageURL)
            writer.field("grams", grams)
            writer.field("portion", portion)
            writer.field("quantity", quantity)
            writer.field("addedAt", addedAt)
            nutrients.writeFields(to: &writer)
        }
    }
}

extension DiaryCartCheckout.Reply: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("day") { day.write(to: &$0) }
            writer.field("entries", entries.map(\.description))
            writer.field("cart") { cart.write(to: &$0) }
        }
    }
}
