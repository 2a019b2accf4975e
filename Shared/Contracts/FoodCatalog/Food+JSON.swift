package import JSONCoding

extension CatalogSearch.Reply: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("items") { $0.list(items) { $1.write(to: &$0) } }
            writer.field("nextCursor", nextCursor)
        }
    }
}

extension Food: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writeListing(to: &writer)
            writeDetails(to: &writer)
        }
    }

    private func writeListing(to writer: inout JSONWriter) {
        writer.field("id", id.description)
        writer.field("name", name)
        writer.field("brand", brand)
        writer.field("category", category)
        writer.field("kcal", kcal)
        writer.field("proteinG", proteinG)
        writer.field("fatG", fatG)
        writer.field("carbohydrateG", carbohydrateG)
        writer.field("fiberG", fiberG)
        writer.field("sugarG", sugarG)
        writer.field("saturatedFatG", saturatedFatG)
        writer.field("sodiumMg", sodiumMg)
        writer.field("portions") { writer in
            writer.list(portions) { writer, portion in
                writer.object { writer in
                    writer.field("name", portion.name)
                    writer.field("grams", portion.grams)
                }
            }
        }
        writer.field("flags", flags)
        writer.field("source", source)
        writer.field("imageURL", imageURL)
    }

    private func writeDetails(to writer: inout JSONWriter) {
        if let type { writer.field("type", type) }
        if let allergens { writer.field("allergens", allergens) } else { writer.field("allergens", String?.none) }
        if let allergenMatches { writer.field("allergenMatches", allergenMatches) }
        if let own { writer.field("own", own) }
        if let shared { writer.field("shared", shared) }
        if let names { writer.field("names") { Self.write(names, to: &$0) { $0.pair($1, $2) } } }
        if let barcode { writer.field("barcode", barcode) }
        if let ingredients { writer.field("ingredients", ingredients) }
        if let nutrients { writer.field("nutrients") { Self.write(nutrients, to: &$0) { $0.pair($1, $2) } } }
        if let version { writer.field("version", Double(version)) }
    }

    private static func write<Value>(
        _ pairs: [String: Value],
        to writer: inout JSONWriter,
        _ body: (inout JSONWriter, String, Value) -> Void
    ) {
        writer.object { writer in
            for (key, value) in pairs { body(&writer, key, value) }
        }
    }
}
