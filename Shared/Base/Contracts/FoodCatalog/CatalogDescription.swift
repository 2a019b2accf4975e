extension ServiceName {
    package static let catalog = Self(rawValue: "food-catalog")

    /// The catalog's import of sources, separate from searches.
    package static let catalogImports = Self(rawValue: "food-catalog-imports")

    /// The catalog's queries of external sources, which may be slow or unavailable.
    package static let catalogRemote = Self(rawValue: "food-catalog-remote")
}

extension Scope {
    public static let foodsRead = Self(named: "foods:read")
    public static let foodsWrite = Self(named: "foods:write")
}

extension ServiceDescription {
    static let catalog = ServiceDescription(
        .catalog,
        "food catalog",
        bulkNames: [.catalogImports, .catalogRemote],
        hasDatabase: true,
        sources: [.auth, .profile, .diary],
        area: APIArea(
            "Foods",
            "Search, barcodes, own foods, recipes, healthy foods and external sources.",
            paths: ["/v1/foods", "/v1/recipes"]
        ),
        scopes: [.foodsRead, .foodsWrite],
        probePath: "/v1/foods?q=banana",
        contracts: [
            API.catalogMethods, API.catalogPlannable, API.offlineFoods, API.catalogFoodsParse, API.ownFoodMethods,
            API.catalogFoodsImage, API.foodPicture, API.recipeMethods, API.healthyFoodMethods, API.foodReportMethods,
            API.catalogImport, API.catalogRemote,
        ],
        needs: Needs(
            memoryMiB: 512,
            "With 3,000,000 foods it uses 129 MB (measured). An import also prepares two pages.",
            hasResources: true
        )
    )
}
