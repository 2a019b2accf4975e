package import Storage

extension FoodCatalogSchema {
    /// The data export of a user: their own foods, shared or not, and what other services published about them.
    package static let export = ExportSource(
        [ownFoodTable, recipeTable, imageTable, imagePageTable, useTable, settingsTable, reportTable],
        omitted: [
            "food_name": "words of foods that are exported",
            "food_index": "words of foods that are exported",
            "barcode_index": "barcodes of foods that are exported",
            "word": "words of foods that are exported",
            "catalog_state": "no data of users",
            "healthy_food": "the same list for all users",
            "food_popularity": "totals over all users",
            "remote_answer": "cached answers of remote sources, without users",
            "remote_food": "foods of the cached answers",
            "upload_page": "parts of an unfinished upload, which become an image or are deleted",
            "image_key": "a secret of the service",
            "ingredient_owner":
                "owners of foods in other users' recipes, for erasing their names",
        ]
    )

    private static let imageTable = ExportTable(
        "image",
        as: "images",
        condition: "owner = ?1",
        key: ["food"],
        columns: [
            "food": .plain, "owner": .owner, "id": .plain, "content_type": .plain, "width": .plain, "height": .plain,
            "bytes": .plain,
        ]
    )

    private static let imagePageTable = ExportTable(
        "image_page",
        as: "imagePages",
        condition: "food IN (SELECT food FROM image WHERE owner = ?1)",
        key: ["food", "page"],
        columns: ["food": .plain, "page": .plain, "data": .plain]
    )

    private static let recipeTable = RecipeRow.table.exported(as: "recipes", condition: "owner = ?1", key: ["number"])

    private static let ownFoodTable = FoodRow.table.exported(
        as: "foods",
        condition: "owner = ?1",
        key: ["number"],
        and: ["number": .plain, "version": .plain]
    )

    private static let useTable = ExportTable(
        "food_use",
        as: "foodUse",
        key: ["food_id"],
        columns: [
            "user_id": .owner, "food_id": .plain, "uses": .plain, "last_at": .plain, "grams": .plain,
            "portion": .plain, "quantity": .plain,
        ]
    )

    private static let settingsTable = ExportTable(
        "person",
        as: "settings",
        key: ["user_id"],
        columns: ["user_id": .owner, "allergens": .json]
    )

    private static let reportTable = FoodReportRow.table.exported(as: "foodReports", key: ["food_id"])
}
