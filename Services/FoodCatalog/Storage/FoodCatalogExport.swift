package import Storage

extension FoodCatalogSchema {
    /// What people are told of the catalogue: what it has heard about them, as no food is anybody's.
    package static let export = ExportSource(
        [
            ExportTable(
                "food_use",
                as: "foodUse",
                key: ["food_id"],
                columns: ["user_id": .owner, "food_id": .plain, "uses": .plain, "last_at": .plain]
            ),
            ExportTable(
                "person",
                as: "settings",
                key: ["user_id"],
                columns: ["user_id": .owner, "allergens": .json]
            ),
        ],
        passedOver: [
            "food": "the same foods for everybody",
            "food_name": "words of these foods",
            "food_index": "words of these foods",
            "barcode_index": "barcodes of these foods",
            "word": "words of these foods",
            "catalogue_state": "nothing about anybody",
            "food_popularity": "sums over everybody",
            "remote_answer": "what sources outside answered to whomever",
            "remote_food": "foods of these answers",
        ]
    )
}
