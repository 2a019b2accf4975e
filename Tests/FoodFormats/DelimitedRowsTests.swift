import FoodFormats
import SeededRandom
import TestSupport
import Testing

/// Small tables in memory; ``BadTextTests`` tests the underlying reader with files.
@Suite struct DelimitedRowsTests {
    private func rows(_ text: String) throws -> DelimitedRows { try DelimitedRows(Array(text.utf8), name: "text") }

    @Test func `a table has columns and rows with line numbers`() throws {
        let rows = try rows("\u{FEFF}a,b\r\n1,\"x \"\"y\"\"\n,z\"\r\n\r\n,\n")
        #expect(rows.columns == ["a", "b"])
        let result = Array(rows)
        #expect(result.map(\.line) == [2, 5])
        #expect(result.map { try? $0.fields.get() } == [["1", "x \"y\"\n,z"], ["", ""]])
    }

    @Test func `an invalid row is returned with its line, and the next one is read`() throws {
        let text = "a,b\n1\n2,\"open\n3,x\"y\n4,\"x\"y\n5,x\ry\n6,fine\n"
        let result = Array(try rows(text))
        #expect(result.map(\.line) == [2, 3, 4, 5, 6, 7])
        #expect(result.map { try? $0.fields.get() } == [nil, nil, nil, nil, nil, ["6", "fine"]])
        let bytes = Array("a,b\nc,".utf8) + [0xFF, 0xFE] + Array("\nd,e\n".utf8)
        let notText = Array(try DelimitedRows(bytes, name: "text"))
        #expect(notText.map(\.line) == [2, 3])
        #expect(notText.map { try? $0.fields.get() } == [nil, ["d", "e"]])
    }

    @Test(arguments: ["", "\u{FEFF}", "\"open", "a,a\n"])
    func `a text without a header is rejected`(text: String) {
        #expect(throws: SourceFailure.self) { try rows(text) }
    }

    @Test func `random fields are read back unchanged`() throws {
        var random = SeededGenerator(seed: testSeed("ROWS"))
        let characters = Array("ab,\"\n\r \u{E9}\u{1F34C}")
        for _ in 0..<500 {
            let table = (0..<3).map { _ in
                (0..<4).map { _ in
                    let inside = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                        characters.randomElement(using: &random) ?? "a"
                    }
                    return "x\(String(inside))x"
                }
            }
            let lines = table.map { fields in
                fields.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
            }
            let result = Array(try rows((["a,b,c,d"] + lines).joined(separator: "\r\n")))
            #expect(result.map { try? $0.fields.get() } == table)
        }
    }
}
