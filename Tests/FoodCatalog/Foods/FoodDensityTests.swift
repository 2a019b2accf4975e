import Contracts
import FoodCatalog
import Foundation
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
        ("Beer, light", "Beer", .generic, 1), ("Vodka", "Liquor and cocktails", .generic, 0.94),
        ("Mojito", "Liquor and cocktails", .dish, nil), ("Soft drink, cola", "Soft drinks", .dish, 1.04),
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

    /// A food of the starter catalog for each line of the table, and the fluid ounces of one of its portions.
    private static let references: [(category: String, food: String, portion: String, ounces: Double)] = [
        ("Beer", "Alcoholic beverage, beer, regular, all", "1 can", 12),
        ("Wine", "Alcoholic beverage, wine, table, red", "1 serving", 5),
        ("Liquor", "Alcoholic beverage, distilled, vodka, 80 proof", "1 shot", 1.5),
        ("vegetable oils", "Oil, corn, industrial and retail, all purpose salad or cooking", "1 tbsp", 0.5),
        ("Milk, ", "Milk, whole, 3.25% milkfat, with added vitamin D", "1 cup", 8),
        ("Plant-based milk", "Soymilk, original and vanilla, unfortified", "1 cup", 8),
        (
            "Flavored milk", "Milk, chocolate, fluid, commercial, whole, with added vitamin A and vitamin D", "1 cup", 8
        ),
        ("juice", "Orange juice, raw", "1 cup", 8),
        ("Fruit drinks", "Beverages, cranberry-apple juice drink, bottled", "1 cup", 8),
        (
            "Diet soft drinks",
            "Beverages, carbonated, low calorie, cola or pepper-type, with aspartame, without caffeine", "1 can", 12
        ),
        ("Soft drinks", "Beverages, carbonated, cola, regular", "1 can", 12),
        ("water", "Beverages, water, tap, drinking", "1 serving", 8),
        ("Coffee", "Beverages, coffee, brewed, prepared with tap water", "1 cup", 8),
        ("Tea", "Beverages, tea, black, brewed, prepared with tap water", "1 cup", 8),
        ("Soups, broth", "Soup, beef broth, bouillon, consomme, prepared with equal volume water", "1 cup", 8),
        ("Soups, cream", "Soup, cream of chicken, canned, prepared with equal volume water", "1 cup", 8),
    ]

    @Test func `the densities of common liquids are those of portions of the starter catalog`() throws {
        let fluidOunceMl = 29.573_5
        let data = try #require(FileManager.default.contents(atPath: StarterCatalog.bundledPath))
        let starter = Dictionary(grouping: try StarterCatalog(csv: Array(data)).foods, by: \.name)
        #expect(Set(Self.references.map(\.category)) == Set(FoodDensity.liquidCategories))
        for (category, name, portion, ounces) in Self.references {
            let found = try #require(starter[name]?.first?.portions.first { $0.name == portion }, "\(name)")
            let measured = found.grams / (ounces * fluidOunceMl)
            let density = try #require(FoodDensity.gramsPerMl(of: food("Some", category, [])), "\(category)")
            // Half of the last digit.
            #expect(abs(density - measured) <= 0.005, "\(category): \(density), but \(name) has \(measured)")
        }
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
