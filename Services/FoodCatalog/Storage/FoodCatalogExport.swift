package import Storage

extension FoodCatalogSchema {
    /// The data export of a user: their own foods, shared or not, and what other services published about them.
    package static let export = ExportSource(
        [ownFoods, recipes, images, imagePages, uses, settings],
        passedOver: [
            "food_name": "words of foods, which these tell",
            "food_index": "words of foods, which these tell",
            "barcode_index": "barcodes of foods, which these tell",
            "word": "words of foods, which these tell",
            "catalogue_state": "nothing about anybody",
            "healthy_food": "the same list for everybody",
            "food_popularity": "sums over everybody",
            "remote_answer": "what sources outside answered to whomever",
            "remote_food": "foods of these answers",
            "upload_page": "parts of a picture that is being sent, which become the picture or are forgotten",
            "image_key": "a secret, of nobody",
            "foreign_ingredient":
                "whose foods are in recipes of others, where their names are taken out when they leave",
        ]
    )

    private static let images = ExportTable(
        "image",
        as: "images",
        condition: "food IN (SELECT number FROM food WHERE owner = ?1)",
        key: ["food"],
        columns: [
            "food": .plain, "id": .plain, "content_type": .plain, "width": .plain, "height": .plain, "bytes": .plain,
        ]
    )

    private static let imagePages = ExportTable(
        "image_page",
        as: "imagePages",
        condition: "food IN (SELECT number FROM food WHERE owner = ?1)",
        key: ["food", "page"],
        columns: ["food": .plain, "page": .plain, "data": .plain]
    )

    private static let recipes = ExportTable(
        "recipe",
        as: "recipes",
        condition: "owner = ?1",
        key: ["number"],
        columns: [
            "number": .plain, "owner": .owner, "servings": .plain, "cooked_grams": .plain, "ingredients": .json,
            "steps": .json,
        ]
    )

    private static let ownFoods = ExportTable(
        "food",
        as: "foods",
        condition: "owner = ?1",
        key: ["number"],
        columns: [
            "number": .plain, "id": .identifier, "owner": .owner, "shared": .plain, "version": .plain, "type": .plain,
            "source": .plain, "name": .plain, "language": .plain, "names": .pairs, "aliases": .pairs, "brand": .plain,
            "category": .plain, "kcal": .plain, "protein_g": .plain, "fat_g": .plain, "carbohydrate_g": .plain,
            "fiber_g": .plain, "sugar_g": .plain, "saturated_fat_g": .plain, "sodium_mg": .plain, "nutrients": .pairs,
            "portions": .pairs, "flags": .plain, "allergens": .plain, "barcode": .plain, "ingredients": .plain,
            "image_url": .plain,
            "source_id": .withheld("the id once more"),
            "prominence": .withheld("how far in front it stands in searches"),
            "digest": .withheld("a fingerprint of what stands beside it"),
        ]
    )

    private static let uses = ExportTable(
        "food_use",
        as: "foodUse",
        key: ["food_id"],
        columns: ["user_id": .owner, "food_id": .plain, "uses": .plain, "last_at": .plain]
    )

    private static let settings = ExportTable(
        "person",
        as: "settings",
        key: ["user_id"],
        columns: ["user_id": .owner, "allergens": .json]
    )
}
