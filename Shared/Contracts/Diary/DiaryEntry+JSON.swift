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
