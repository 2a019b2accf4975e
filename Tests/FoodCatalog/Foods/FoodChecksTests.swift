import Contracts
import FoodCatalog
import Testing

struct FoodChecksTests {
    private static func food(
        _ kcal: Double,
        _ protein: Double?,
        _ fat: Double?,
        _ carbohydrate: Double?,
        _ change: (inout ImportedFood) -> Void = { _ in }
    ) -> ImportedFood {
        var food = ImportedFood(
            sourceID: "1",
            name: "Food",
            type: .branded,
            kcal: kcal,
            proteinG: protein,
            fatG: fat,
            carbohydrateG: carbohydrate
        )
        change(&food)
        return food
    }

    @Test func `plausible foods have no flag`() {
        let sound = [
            Self.food(89, 1.1, 0.3, 22.8), Self.food(884, 0, 100, 0), Self.food(0, 0, 0, 0), Self.food(42, 3.4, 1, 5),
            // Bran with mostly fibre as carbohydrate, and a label with separate fibre.
            Self.food(216, 15.6, 4.3, 64.5) { $0.fiberG = 42.8 }, Self.food(250, 10, 2, 20) { $0.fiberG = 40 },
            Self.food(231, 0, 0, 0) { $0.nutrients[.alcoholG] = 33.4 },
            Self.food(43, 0.5, 0, 3.6) { $0.name = "Beer" },
            Self.food(85, 0.1, 0, 2.6) { ($0.name, $0.category) = ("Merlot", "Wines") },
        ]
        for food in sound { #expect(FoodChecks.flags(of: food).isEmpty, "\(food.kcal ?? 0)") }
    }

    @Test func `each rule sets its flag`() {
        let flagged: [(ImportedFood, [FoodFlag])] = [
            (Self.food(440, 110, 0, 0), [.macroOutOfRange, .macrosTooHigh]),
            (Self.food(420, 50, 0, 56), [.macrosTooHigh]),
            (Self.food(90, 0, 10, 0) { $0.saturatedFatG = 12 }, [.saturatedAboveFat]),
            (Self.food(40, 0, 0, 10) { $0.sugarG = 12 }, [.sugarAboveCarbohydrate]),
            (Self.food(800, 1.1, 0.3, 22.8), [.energyMismatch]),
            (Self.food(372, 1.1, 0.3, 22.8), [.energyInKilojoules, .energyMismatch]),
            (Self.food(27, 1.1, 0.3, 22.8) { $0.servingG = 30 }, [.energyMismatch, .perServing]),
            (Self.food(100, 10, nil, 5), [.macrosMissing]),
        ]
        for (food, flags) in flagged { #expect(FoodChecks.flags(of: food) == flags, "\(food.kcal ?? 0)") }
    }

    @Test func `small deviations are not flagged`() {
        #expect(FoodChecks.flags(of: Self.food(4, 0, 0, 0)).isEmpty)
        #expect(FoodChecks.flags(of: Self.food(130, 0, 0, 25)).isEmpty)
        #expect(FoodChecks.flags(of: Self.food(90, 0, 10, 0) { $0.saturatedFatG = 10.9 }).isEmpty)
    }
}
