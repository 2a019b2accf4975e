import FoodFormats
import Foundation
import TestSupport
import Testing

/// Compressed files, intact and damaged.
@Suite struct PackedFileTests {
    private static let rows = 20_000

    private static let text: [UInt8] = {
        var text = "sourceID,name,kcal\n"
        for row in 0..<rows { text += "\(row),Food number \(row),\(row % 900)\n" }
        return Array(text.utf8)
    }()

    @Test func `gzip is read, and concatenated members are one file`() throws {
        let folder = try TemporaryDirectory()
        let half = Self.text.count / 2
        let file = try folder.write(
            "food.csv.gz",
            Packing.gzip(Array(Self.text[..<half])) + Packing.gzip(Array(Self.text[half...]))
        )
        let result = ReadResult(.catalog, [file])
        #expect(result.failure == nil)
        #expect(result.foods.count == Self.rows)
        #expect(result.fraction == 1)
    }

    @Test func `the output of the gzip command is read`() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("food.csv", Self.text)
        _ = try CommandLineTool.run(tool: ["gzip", file])
        #expect(ReadResult(.catalog, [file + ".gz"]).foods.count == Self.rows)
    }

    @Test func `a truncated gzip is an error with the number of rows read`() throws {
        let folder = try TemporaryDirectory()
        let whole = Packing.gzip(Self.text)
        let file = try folder.write("food.csv.gz", Array(whole.dropLast(whole.count / 4)))
        let result = ReadResult(.catalog, [file])
        let failure = try #require(result.failure)
        #expect(result.rows.count > Self.rows / 2)
        #expect(failure.rowsBefore == result.rows.count)
        #expect(
            failure.description
                == "food.csv.gz is cut off: its gzip data do not end, after \(result.rows.count) rows of the "
                + "source had been read. Fetch the file again."
        )
    }

    @Test func `a gzip with a flipped bit is an error`() throws {
        let folder = try TemporaryDirectory()
        var bytes = Packing.gzip(Self.text)
        bytes[bytes.count / 2] ^= 1
        let failure = try #require(ReadResult(.catalog, [try folder.write("food.csv.gz", bytes)]).failure)
        #expect(failure.description.contains("is damaged"))
    }

    @Test func `a failure is repeated`() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("food.csv.gz", Array(Packing.gzip(Self.text).dropLast(10)))
        var reader = try FoodReaders.open(.catalog, files: [file])
        var failures: [SourceFailure] = []
        while failures.count < 2 {
            do throws(SourceFailure) {
                let row = try reader.next()
                #expect(row != nil)
            } catch {
                failures.append(error)
            }
        }
        #expect(failures[0] == failures[1])
    }

    @Test(arguments: [false, true])
    func `each file in a zip is read`(_ is64: Bool) throws {
        let folder = try TemporaryDirectory()
        let other = Array("sourceID,name,kcal\na,Tea,x\n".utf8)
        let zip = Packing.zip([("a/", []), ("a/food.csv", Self.text), ("tea.csv", other)], is64: is64)
        let result = ReadResult(.catalog, [try folder.write("food.zip", zip)])
        #expect(result.failure == nil)
        #expect(result.foods.count == Self.rows)
        #expect(result.rows.last?.file == "food.zip:tea.csv")
        #expect(result.refusals == ["2: kcal is no number"])
    }

    @Test func `a zip that is truncated or has a flipped bit is an error`() throws {
        let folder = try TemporaryDirectory()
        let whole = Packing.zip([("food.csv", Self.text)])
        let cut = ReadResult(.catalog, [try folder.write("cut.zip", Array(whole.prefix(whole.count / 2)))])
        #expect(cut.failure?.description.contains("is damaged or cut off") == true)
        var wrong = whole
        wrong[whole.count / 2] ^= 1
        let result = ReadResult(.catalog, [try folder.write("wrong.zip", wrong)])
        let failure = try #require(result.failure)
        #expect(failure.description.contains("is damaged"))
        #expect(failure.rowsBefore == result.rows.count)
    }
}
