import MealwireCore
import Testing

struct NumberTextTests {
    @Test(arguments: [
        ("350", 350), ("1.5", 1.5), ("1,5", 1.5), (" 80,25 ", 80.25), ("½", 0.5), ("1½", 1.5), ("2 ¼", 2.25),
        ("๓๕๐", 350), ("๗๐,๕", 70.5), ("1.234", 1.234), ("0,125", 0.125), ("1,234.5", 1_234.5), ("1.234,5", 1_234.5),
        ("1,234,567", 1_234_567), (".5", 0.5), ("5.", 5),
    ])
    func `a number is read`(text: String, number: Double) {
        #expect(NumberText.read(text) == .number(number))
    }

    @Test func `a comma before three digits has two readings`() {
        #expect(NumberText.read("1,234") == .ambiguous(smaller: 1.234, larger: 1_234))
        #expect(NumberText.read("๑,๒๓๔") == .ambiguous(smaller: 1.234, larger: 1_234))
    }

    @Test(arguments: [
        "", " ", ".", ",", "eggs", "-5", "1e3", "1,2,3", "1.2.3", "1,23,456.7", "1.5½", "½½", "0x10", "nan",
    ])
    func `other text is no number`(text: String) {
        #expect(NumberText.read(text) == .invalid)
    }

    @Test(arguments: InputUnit.allCases)
    func `texts of a unit come back as typed`(unit: InputUnit) throws {
        let isMass = [.kilograms, .pounds, .stones].contains(unit)
        for tenths in 0..<500 {
            let metric = (isMass ? 40 : 120) + Double(tenths) / 10
            let texts = unit.texts(of: metric)
            let parts = try texts.map { text in
                guard case .number(let number) = NumberText.read(text) else { throw CancellationError() }
                return number
            }
            let read = try #require(unit.metric(of: parts))
            // What is stored in hundredths leads to the same texts again.
            #expect(unit.texts(of: read.inHundredths) == texts)
            #expect(abs(read - metric) < 0.15)
        }
    }

    @Test func `feet and stones never have a full rest`() {
        #expect(InputUnit.feet.texts(of: 182.87) == ["6", "0"])
        #expect(InputUnit.stones.texts(of: 63.5) == ["10", "0"])
        #expect(InputUnit.feet.texts(of: 180.34) == ["5", "11"])
        #expect(InputUnit.feet.metric(of: [5, 11]) == 180.34)
    }
}
