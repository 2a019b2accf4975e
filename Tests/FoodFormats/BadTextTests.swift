import Contracts
import FoodFormats
import TestSupport
import Testing

/// Invalid texts: each bad row is rejected with its line, and the rows around it are read.
@Suite struct BadTextTests {
    private static let header = "sourceID,name,kcal\n"

    private func read(_ text: String) throws -> ReadResult { try read(Array(text.utf8)) }

    private func read(_ bytes: [UInt8]) throws -> ReadResult {
        let folder = try TemporaryDirectory()
        return ReadResult(.catalog, [try folder.write("text.csv", bytes)])
    }

    @Test func `a byte order mark, CRLF, blank lines and a missing final line end are accepted`() throws {
        let result = try read("\u{FEFF}sourceID,name,kcal\r\n1,Milk,61\r\n\r\n\n2,Tea,1")
        #expect(result.foods.map(\.name) == ["Milk", "Tea"])
        #expect(result.rows.map(\.line) == [2, 5])
    }

    @Test func `a quoted field can contain commas and counted lines`() throws {
        let result = try read(Self.header + "1,\"Milk,\nwhole\",61\n2,Tea,x\n")
        #expect(result.foods.map(\.name) == ["Milk,\nwhole"])
        #expect(result.refusals == ["4: kcal is no number"])
    }

    @Test func `an unclosed quote invalidates only its own line`() throws {
        let result = try read(Self.header + "1,\"Milk,61\n2,Tea,1\n3,Rice,360\n")
        #expect(result.foods.map(\.name) == ["Tea", "Rice"])
        #expect(result.refusals == ["2: has a quote that is not closed"])
    }

    @Test func `misplaced quotes are rejected`() throws {
        let result = try read(Self.header + "1,5\" pizza,250\n2,\"Tea\"x,1\n3,Rice,360\n")
        #expect(
            result.refusals == [
                "2: has a quote within a field that does not begin with one", "3: has text after a closing quote",
            ]
        )
        #expect(result.foods.map(\.name) == ["Rice"])
    }

    @Test func `invalid UTF-8 invalidates its row`() throws {
        let result = try read(Array(Self.header.utf8) + Array("1,Caf".utf8) + [0xE9] + Array(",1\n2,Tea,1\n".utf8))
        #expect(result.refusals == ["2: name is not UTF-8"])
        #expect(result.foods.map(\.name) == ["Tea"])
    }

    @Test func `a zero byte invalidates its row`() throws {
        let result = try read(Self.header + "1,Mi\u{0}lk,1\n2,Tea,1\n")
        #expect(result.refusals == ["2: contains a zero byte"])
        #expect(result.foods.count == 1)
    }

    @Test(arguments: ["1,Milk", "1,Milk,61,0"])
    func `a row with too few or too many fields is rejected`(_ row: String) throws {
        let result = try read(Self.header + row + "\n2,Tea,1\n")
        #expect(result.refusals == ["2: has \(row.split(separator: ",").count) fields instead of 3"])
        #expect(result.foods.count == 1)
    }

    @Test(arguments: ["", "\""])
    func `a line of 10 MB is rejected with its number, and reading continues`(_ quote: String) throws {
        let long = String(repeating: "x", count: 10_000_000)
        let result = try read(Self.header + "1,Milk,61\n2,\(quote)\(long)\(quote),1\n3,Tea,1\n")
        #expect(result.rows.map(\.line) == [2, 3, 4])
        #expect(result.foods.map(\.name) == ["Milk", "Tea"])
        #expect(result.refusals.count == 1)
    }

    @Test func `a file without a line end is rejected without being buffered`() throws {
        let result = try read([UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000))
        let failure = try #require(result.failure)
        #expect(failure.description.contains("text.csv has no header: its first line is longer than 1024 KiB"))
    }

    @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF], []] as [[UInt8]])
    func `UTF-16 is recognised`(_ mark: [UInt8]) throws {
        let isBig = mark.first == 0xFE
        let text: [UInt8] = (Self.header + "1,Milk,61\n").utf8.flatMap { (byte: UInt8) -> [UInt8] in
            isBig ? [0, byte] : [byte, 0]
        }
        let failure = try #require(try read(mark + text).failure)
        #expect(failure.description.contains("is UTF-16"))
        #expect(failure.description.contains("iconv"))
    }

    @Test func `duplicate columns are an error`() throws {
        let failure = try #require(try read("sourceID,name,kcal,name\n1,a,2,b\n").failure)
        #expect(failure.description.contains("has two columns called name"))
    }

    @Test func `an empty file and a missing file are errors`() throws {
        #expect(try read("").failure?.description.contains("text.csv is empty") == true)
        let missing = ReadResult(.catalog, ["/nowhere/at/all.csv"]).failure
        #expect(missing?.description.contains("all.csv cannot be found: No such file or directory") == true)
    }

    @Test func `lines that end with only a carriage return are an error`() throws {
        let failure = try #require(try read("sourceID,name,kcal\r1,Milk,61\r").failure)
        #expect(failure.description.contains("lines must end with LF or CRLF"))
    }
}
