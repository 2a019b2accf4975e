import FoodCatalog
import Testing

struct CSVReaderTests {
    typealias Row = CSVReader.Row

    private func rows(_ text: String) -> [Row] { Array(CSVReader(Array(text.utf8))) }

    private func row(_ line: Int, _ fields: String...) -> Row { Row(line: line, fields: .success(fields)) }

    private func fault(_ line: Int, _ fault: CSVReader.Fault) -> Row { Row(line: line, fields: .failure(fault)) }

    @Test func `an empty file has no rows`() {
        #expect(rows("").isEmpty)
        #expect(rows("\u{FEFF}").isEmpty)
    }

    @Test(arguments: [
        "a,b\nc,d\n", "a,b\nc,d", "a,b\r\nc,d\r\n", "a,b\r\nc,d", "\u{FEFF}a,b\nc,d\n", "\"a\",\"b\"\r\n\"c\",\"d\"",
    ])
    func `line ends, a byte order mark and needless quotes make no difference`(text: String) {
        #expect(rows(text) == [row(1, "a", "b"), row(2, "c", "d")])
    }

    @Test func `quoted fields may hold commas, quotes and line ends`() {
        #expect(rows(#""a, b","say ""hi""","""""#) == [row(1, "a, b", #"say "hi""#, "\"")])
        #expect(rows("\"one\r\ntwo\",x\nnext") == [row(1, "one\r\ntwo", "x"), row(3, "next")])
    }

    @Test func `empty fields stay empty fields`() {
        #expect(rows(",\"\",\n,") == [row(1, "", "", ""), row(2, "", "")])
        #expect(rows("a\n\nb") == [row(1, "a"), row(2, ""), row(3, "b")])
    }

    @Test func `a broken row is told with its line and the next one is read`() {
        #expect(rows("ok\na\"b,c\nfine") == [row(1, "ok"), fault(2, .quoteInField), row(3, "fine")])
        #expect(rows("ok\n\"a\"b,c\nfine") == [row(1, "ok"), fault(2, .textAfterQuote), row(3, "fine")])
        #expect(rows("ok\na\rb\nfine") == [row(1, "ok"), fault(2, .bareCarriageReturn), row(3, "fine")])
    }

    @Test func `a forgotten quote costs its own line only`() {
        #expect(
            rows("a\n\"open,b\nc,d\ne,f") == [
                row(1, "a"), fault(2, .quoteNotClosed), row(3, "c", "d"), row(4, "e", "f"),
            ]
        )
        #expect(rows("\"open,b\n\"c\",d\n") == [fault(1, .textAfterQuote), row(2, "c", "d")])
    }

    @Test func `bytes that are no UTF-8 are refused`() {
        let bytes = Array("a,b\nc,".utf8) + [0xFF, 0xFE] + Array("\nd,e\n".utf8)
        #expect(Array(CSVReader(bytes)) == [row(1, "a", "b"), fault(2, .notUTF8), row(3, "d", "e")])
    }

    @Test func `a field has a greatest length`() {
        let longest = String(repeating: "x", count: CSVReader.fieldLengthMax)
        #expect(rows(longest) == [row(1, longest)])
        #expect(rows("\"\(longest)\"") == [row(1, longest)])
        #expect(rows("\(longest)x\nnext") == [fault(1, .fieldTooLong), row(2, "next")])
        #expect(rows("\"\(longest)x\"\nnext") == [fault(1, .fieldTooLong), row(2, "next")])
    }

    @Test func `what is written comes back, whatever it is`() {
        var random = SystemRandomNumberGenerator()
        let characters = Array("ab,\"\n\r \u{E9}\u{1F34C}")
        for _ in 0..<500 {
            let table = (0..<3).map { _ in
                (0..<4).map { _ in
                    String(
                        (0..<Int.random(in: 0...6, using: &random)).map { _ in
                            characters.randomElement(using: &random) ?? "a"
                        }
                    )
                }
            }
            let text = table.map { $0.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") }.joined(
                separator: "\r\n"
            )
            #expect(rows(text).map { try? $0.fields.get() } == table)
        }
    }
}
