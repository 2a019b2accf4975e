extension ServiceName {
    package static let diary = Self(rawValue: "diary")

    /// The diary's method that makes menus and waits for the calculator.
    package static let diaryPlans = Self(rawValue: "diary-plans")

    /// The diary's import of files.
    package static let diaryImports = Self(rawValue: "diary-imports")
}

extension Scope {
    public static let diaryRead = Self(named: "diary:read")
    public static let diaryWrite = Self(named: "diary:write")
}

extension ServiceDescription {
    static let diary = ServiceDescription(
        .diary,
        "diary",
        bulkNames: [.diaryPlans, .diaryImports],
        hasDatabase: true,
        // An entry stores its food's nutrients. A menu needs the profile, foods and the calculator.
        callees: [.catalog, .profile, .calculator],
        sources: [.auth, .profile],
        area: APIArea(
            "Diary",
            "Entries, days, totals, cart, menus, advice, imports and exports.",
            paths: ["/v1/plans", "/v1/diary", "/v1/advice"]
        ),
        scopes: [.diaryRead, .diaryWrite],
        probePath: "/v1/diary/days/today",
        events: [DayChanged.self, FoodLogged.self, DiaryDataChanged.self, DayShared.self],
        contracts: [
            API.diaryMethods, API.start, API.recentFoods, API.offlineFoodsOfDiary, API.favourites, API.entryPut,
            API.entrySearch, API.changes, API.dayExtras, API.waterAdditions, API.cartMethods, API.entryImage,
            API.expenditure, API.advice, API.diaryPlans, API.planChanges, API.shoppingList, API.imports,
            API.diaryExport,
        ],
        needs: Needs(memoryMiB: 512, "Two imports of 50 MB at once take about 200 MB.")
    )
}
