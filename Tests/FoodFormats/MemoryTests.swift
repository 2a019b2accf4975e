import FoodFormats
import Foundation
import TestSupport
import Testing

@Suite struct MemoryTests {
    private static let megabyte = 1_024 * 1_024

    /// Returns the resident set size of the process.
    private func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
        let kibibytes = try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) })
        return kibibytes * 1_024
    }

    private func writeLarge(_ folder: TemporaryDirectory, _ name: String, header: String, row: String) throws -> String
    {
        let path = try folder.write(name, header)
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? handle.close() }
        try handle.seekToEnd()
        let block = Data(String(repeating: row, count: Self.megabyte / row.utf8.count).utf8)
        for _ in 0..<200 { try handle.write(contentsOf: block) }
        return path
    }

    /// A long name, which limits the number of rows.
    private static let name = String(repeating: "A food with a rather long name. ", count: 60)

    private static let sources: [(FoodFormat, header: String, row: String)] = [
        (.catalog, "sourceID,name,kcal\n", "1,\(name),61\n"),
        (.csv, "Food;Energy (kJ)\n", "\"\(name)\";1000,5\n"),
        (
            .off, "",
            #"{"code":"1","product_name":"A","nutriments":{"fat_100g":1},"skipped":["\#(name)",{"c":"d"}]}"# + "\n"
        ),
        (.offCSV, "code\tproduct_name\tenergy-kcal_100g\n", "1\t\(name)\t61\n"),
    ]

    @Test(arguments: sources.indices)
    func `memory stays bounded while 200 MB are read`(_ index: Int) throws {
        let (format, header, row) = Self.sources[index]
        let folder = try TemporaryDirectory()
        let path = try writeLarge(folder, "large", header: header, row: row)
        let before = try residentBytes()
        var reader = try FoodReaders.open(format, files: [path])
        var (rows, most) = (0, 0)
        while let result = try reader.next() {
            if case .failure(let refusal) = result.outcome { Issue.record("\(refusal.reason)") }
            rows += 1
            if rows % 1_000 == 0 { most = max(most, try residentBytes()) }
        }
        #expect(rows == 200 * (Self.megabyte / row.utf8.count))
        // Other tests run in this process, so the bound is loose; but it is below the size of the file.
        #expect(most - before < 100 * Self.megabyte)
    }
}
