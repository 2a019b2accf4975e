import Calendar
package import JSONCoding

extension DiaryEntry: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("id", id.description)
            writer.field("date", date.description)
            writer.field("meal", meal.rawValue)
            writer.field("position", Double(position))
            writer.field("at", at)
            writer.field("foodId", foodId?.description)
            writer.field("name", name)
            writer.field("imageURL", imageURL)
            writer.field("grams", grams)
            writer.field("portion", portion)
            writer.field("quantity", quantity)
            writer.field("version", Double(version))
            nutrients.writeFields(to: &writer)
        }
    }
}

extension Nutrients {
    /// Writes the nutrients as an object.
    func write(to writer: inout JSONWriter) {
        writer.object { writeFields(to: &$0) }
    }

    /// Writes the nutrients as fields of the current object.
    func writeFields(to writer: inout JSONWriter) {
        writer.field("kcal", kcal)
        writer.field("proteinG", proteinG)
        writer.field("fatG", fatG)
        writer.field("carbohydrateG", carbohydrateG)
        writer.field("fiberG", fiberG)
        writer.field("sugarG", sugarG)
        writer.field("saltG", saltG)
    }
}

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
