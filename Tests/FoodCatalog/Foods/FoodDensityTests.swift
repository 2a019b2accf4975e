import Contracts
import FoodCatalog
import Testing

/// Densities of foods.
struct FoodDensityTests {
    private func food(
        _ name: String,
        _ category: String?,
        _ portions: [(String, Double)],
        type: FoodType = .generic
    ) -> Food {
        Food(
            id: .make(),
            name: name,
            category: category,
            kcal: 50,
            proteinG: nil,
            fatG: nil,
            carbohydrateG: nil,
            portions: portions.map { Portion(name: $0.0, grams: $0.1) },
            source: "test",
            type: type
        )
    }

    private static let measures: [(portion: String, grams: Double, density: Double?)] = [
        ("1 cup", 244, 1.03), ("1/2 cup, fluid", 122, 1.03), ("1 tbsp", 13.5, 0.91), ("1 tsp", 4.5, 0.91),
        ("1 fl oz", 30.5, 1.03), ("100 ml", 103, 1.03), ("0.5 l", 515, 1.03), ("250 мл", 257.5, 1.03),
        ("½ ถ้วย", 122, 1.03),
        // Pieces leave air between them, and a glass has no defined volume.
        ("1 cup", 125, nil), ("1 cup, sliced", 244, nil), ("1 glass", 240, nil), ("1 slice", 30, nil),
        ("cup", 244, nil),
        ("0 ml", 100, nil), ("1 cup", 400, nil),
    ]

    @Test(arguments: measures)
    func `a density follows from a portion that names a volume`(portion: String, grams: Double, density: Double?) {
        #expect(FoodDensity.gramsPerMl(of: food("Something", "Some", [("1 piece", 30), (portion, grams)])) == density)
    }

    private static let liquids: [(name: String, category: String, type: FoodType, density: Double?)] = [
        ("Beer, light", "Beer", .generic, 1.01), ("Vodka", "Liquor and cocktails", .generic, 0.95),
        ("Mojito", "Liquor and cocktails", .dish, nil), ("Soft drink, cola", "Soft drinks", .dish, 1.03),
        ("Corn oil", "Salad dressings and vegetable oils", .generic, 0.92),
        ("Ranch dressing", "Salad dressings and vegetable oils", .dish, nil), ("Water, tap", "Tap water", .generic, 1),
        ("Coffee, instant, not reconstituted", "Coffee", .generic, nil),
        ("Milk, dry, nonfat", "Milk, nonfat", .generic, nil),
        ("Milk, NFS", "Milk, reduced fat", .generic, 1.03), ("Apple, raw", "Apples", .generic, nil),
    ]

    @Test(arguments: liquids)
    func `a common liquid has a density without such a portion`(
        name: String,
        category: String,
        type: FoodType,
        density: Double?
    ) {
        #expect(FoodDensity.gramsPerMl(of: food(name, category, [("1 can", 356)], type: type)) == density)
    }

    @Test func `milk, water and oil of the starter have their densities, and bread has none`() async throws {
        try await CatalogFixture.useStarter { catalog in
            let foods: [(query: String, density: Double?)] = [
                ("milk whole", 1.03), ("olive oil", 0.91), ("honey", 1.43), ("orange juice", 1.05),
                ("white bread", nil),
            ]
            for (query, density) in foods {
                let reply = try await catalog.service.searchFoods(CatalogSearch(q: query), catalog.context)
                let food = try #require(reply.items.first)
                let told = food.densityGPerMl
                #expect(
                    density.map { wanted in told.map { abs($0 - wanted) <= 0.03 } ?? false } ?? (told == nil),
                    "\(food.name): \(told ?? 0)"
                )
            }
        }
    }
}
