package import Storage

extension FoodCatalogSchema {
    /// What people are told of the catalogue: nothing but answers to their own writes, as no food is anybody's.
    package static let export = ExportSource(
        [],
        passedOver: [
            "food": "the same foods for everybody",
            "food_index": "words of these foods",
            "barcode_index": "barcodes of these foods",
            "word": "words of these foods",
            "catalogue_state": "nothing about anybody",
        ]
    )
}
