import Contracts
import Diary
import Testing

@Suite struct NutrientMathTests {
    @Test func `an amount is that of 100 g scaled by weight, with two decimals`() {
        let nutrients = Nutrients(per100gOf: bread()).inGrams(66)
        #expect(nutrients.kcal == 170.94)
        #expect(nutrients.proteinG == 5.61)
        #expect(nutrients.fatG == 2.18)
        #expect(nutrients.carbohydrateG == 31.88)
        #expect(nutrients.fiberG == 3.83)
    }

    @Test func `salt is sodium times 2_5, which restores the salt of a label`() {
        #expect(Nutrients(per100gOf: bread()).inGrams(100).saltG == 1.51)
        var food = bread()
        for labelG in [0.01, 0.5, 1, 1.25, 99.99] {
            food.sodiumMg = labelG / Salt.perSodium * 1_000
            #expect(Nutrients(per100gOf: food).inGrams(100).saltG == labelG)
        }
    }

    @Test func `an unknown nutrient stays unknown`() {
        var food = bread()
        food.sodiumMg = nil
        let nutrients = Nutrients(per100gOf: food).inGrams(50)
        #expect(nutrients.sugarG == nil)
        #expect(nutrients.saltG == nil)
    }

    @Test func `the sum of nothing is zero and complete`() {
        let zero = Nutrients(kcal: 0, proteinG: 0, fatG: 0, carbohydrateG: 0, fiberG: 0, sugarG: 0, saltG: 0)
        #expect(Nutrients.sum(of: []) == zero)
        #expect(Nutrients.incomplete(in: []).isEmpty)
    }

    @Test func `an amount without a nutrient makes the sum incomplete, not unknown`() {
        let amounts = [Nutrients(kcal: 100, proteinG: 10, fatG: 1), Nutrients(kcal: 50, proteinG: 5)]
        let sum = Nutrients.sum(of: amounts)
        #expect(sum.kcal == 150)
        #expect(sum.proteinG == 15)
        #expect(sum.fatG == 1)
        #expect(sum.fiberG == nil)
        #expect(Nutrients.incomplete(in: amounts) == ["fatG", "carbohydrateG", "fiberG", "sugarG", "saltG"])
    }

    @Test func `a sum of many hundredths has two decimals`() {
        let sum = Nutrients.sum(of: Array(repeating: Nutrients(kcal: 0.1, proteinG: 0.01), count: 300))
        #expect(sum.kcal == 30)
        #expect(sum.proteinG == 3)
    }
}
