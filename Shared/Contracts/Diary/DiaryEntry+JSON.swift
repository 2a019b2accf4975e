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
            writer.field("kcal", nutrients.kcal)
            writer.field("proteinG", nutrients.proteinG)
            writer.field("fatG", nutrients.fatG)
            writer.field("carbohydrateG", nutrients.carbohydrateG)
            writer.field("fiberG", nutrients.fiberG)
            writer.field("sugarG", nutrients.sugarG)
            writer.field("saltG", nutrients.saltG)
        }
    }
}
