import Calendar
import Contracts
import EnergyFormulas
import Testing

@Suite struct InputRuleTests {
    @Test func `either an age or a birth date is needed, not both`() throws {
        #expect(refusedFields(someMan { $0.age = nil }) == ["age", "birthDate"])
        #expect(refusedFields(someMan { $0.birthDate = someDay.advanced(by: -12_000) }) == ["age", "birthDate"])
        let born = try #require(PlainDate("1996-03-10"))
        let today = try #require(PlainDate("2026-03-10"))
        let onBirthday = someMan {
            $0.age = nil
            $0.birthDate = born
        }
        #expect(try target(onBirthday, on: today).bmr == 1_853.63)
        #expect(isSame(try target(onBirthday, on: today.advanced(by: -1)).bmr, 1_853.632 + 5.677))
    }

    @Test(arguments: [(12, true), (13, false), (120, false), (121, true), (-1, true)])
    func `an age must be from 13 to 120`(_ age: Int, _ isRefused: Bool) {
        #expect(refusedFields(someMan { $0.age = age }) == (isRefused ? ["age"] : []))
        let (year, month, day) = someDay.components
        let born = PlainDate(year: year - age, month: month, day: day)
        let request = someMan {
            $0.age = nil
            $0.birthDate = born
        }
        #expect(refusedFields(request) == (isRefused ? ["birthDate"] : []))
    }

    @Test(arguments: [(49.9, true), (50, false), (272, false), (272.1, true), (.infinity, true), (.nan, true)])
    func `a height must be from 50 to 272 cm`(_ height: Double, _ isRefused: Bool) {
        #expect(refusedFields(someMan { $0.heightCm = height }) == (isRefused ? ["heightCm"] : []))
    }

    @Test(arguments: [(19.9, true), (20, false), (635, false), (635.1, true), (-80, true), (.nan, true)])
    func `a weight must be from 20 to 635 kg`(_ weight: Double, _ isRefused: Bool) {
        #expect(refusedFields(someMan { $0.weightKg = weight }) == (isRefused ? ["weightKg"] : []))
    }

    @Test(arguments: [(2.9, true), (3, false), (70, false), (70.1, true)])
    func `body fat must be from 3 to 70 percent`(_ fat: Double, _ isRefused: Bool) {
        #expect(refusedFields(someMan { $0.bodyFatPercent = fat }) == (isRefused ? ["bodyFatPercent"] : []))
    }

    @Test(arguments: [Formula.katchMcArdle, .cunningham])
    func `a formula with lean mass needs the body fat`(_ formula: Formula) {
        #expect(refusedFields(someMan { $0.formula = formula }) == ["bodyFatPercent"])
        let complete = someMan {
            $0.formula = formula
            $0.bodyFatPercent = 20
        }
        #expect(refusedFields(complete) == [])
    }

    @Test func `EER is refused for minors`() throws {
        func aged(_ age: Int) -> CalculatorTarget {
            someMan {
                $0.formula = .eer2023
                $0.age = age
            }
        }
        #expect(refusedFields(aged(18)) == ["formula"])
        #expect(refusedFields(aged(19)) == [])
        let born = try #require(PlainDate("2008-03-10"))
        let young = someMan {
            $0.formula = .eer2023
            $0.age = nil
            $0.birthDate = born
        }
        #expect(refusedFields(young, on: try #require(PlainDate("2027-03-09"))) == ["formula"])
        #expect(refusedFields(young, on: try #require(PlainDate("2027-03-10"))) == [])
    }

    @Test func `every invalid field is named with its range`() {
        let request = someMan {
            $0.age = 5
            $0.heightCm = 20
            $0.weightKg = 1_000
            $0.bodyFatPercent = 1
        }
        #expect(refusedFields(request) == ["age", "bodyFatPercent", "heightCm", "weightKg"])
        #expect {
            try target(request)
        } throws: { error in
            guard let error = error as? ServiceError,
                let height = error.details.first(where: { $0.field == "heightCm" })
            else { return false }
            return height.params == ["min": "50", "max": "272"] && height.code == .outOfRange
        }
    }
}
