import Contracts

/// What programs and people call meals.
enum ImportMeals {
    private static let meals: [String: Meal] = [
        "breakfast": .breakfast, "lunch": .lunch, "dinner": .dinner, "supper": .dinner, "snack": .snack,
        "snacks": .snack,
        "сніданок": .breakfast, "обід": .lunch, "вечеря": .dinner, "перекус": .snack, "перекуси": .snack,
        "อาหารเช้า": .breakfast, "มื้อเช้า": .breakfast, "อาหารกลางวัน": .lunch, "มื้อกลางวัน": .lunch,
        "อาหารเย็น": .dinner, "มื้อเย็น": .dinner, "ของว่าง": .snack,
    ]

    /// The meal of a name; nil for one that is none of ours.
    static func meal(_ name: String) -> Meal? { meals[name.lowercased()] }
}
