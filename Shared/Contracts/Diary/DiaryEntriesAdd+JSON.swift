extension DiaryEntriesAdd: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("date", date.text)
            if let id { writer.field("id", id.description) }
            writer.field("meal", meal.rawValue)
            amount.writeFields(to: &writer)
        }
    }
}

extension EntryAmount {
    /// Writes the fields that are set as fields of the current object.
    fileprivate func writeFields(to writer: inout JSONWriter) {
        if let foodId { writer.field("foodId", foodId.description) }
        if let grams { writer.field("grams", grams) }
        if let portion { writer.field("portion", portion) }
        if let quantity { writer.field("quantity", quantity) }
        if let name { writer.field("name", name) }
        if let kcal { writer.field("kcal", kcal) }
        if let proteinG { writer.field("proteinG", proteinG) }
        if let fatG { writer.field("fatG", fatG) }
        if let carbohydrateG { writer.field("carbohydrateG", carbohydrateG) }
        if let fiberG { writer.field("fiberG", fiberG) }
        if let sugarG { writer.field("sugarG", sugarG) }
        if let saltG { writer.field("saltG", saltG) }
    }
}
