/// Images of users' own foods and recipes.
public enum FoodImages: ImageOwner {
    public typealias Target = ImageObject<FoodKind>
    public typealias Reply = Food

    public static let api = ImageAPI(
        "catalog.foods.image",
        of: .catalog,
        scope: .foodsWrite,
        object: "food",
        at: "/v1/foods/{id}/image",
        signed: "/v1/foods/image/{id}",
        sets: "Sets the image of the caller's own food or recipe.",
        removes: "Removes the image of the caller's own food or recipe.",
        returns: "Returns a food's image, by its signed URL.",
        reply: Reply.self
    )
}

/// Removes the image of the caller's own food or recipe, whether uploaded or not.
public typealias CatalogFoodsImageRemove = ImageRemove<FoodImages>

extension API {
    /// The contracts of this file.
    static let catalogFoodsImage = FoodImages.contracts
}
