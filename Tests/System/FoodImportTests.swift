import Foundation
import TestSupport
import Testing

extension SystemCommandTests {
    /// `mealwire foods` with the real catalog.
    struct FoodImport {
        /// The output of `--json`.
        private struct Summary: Decodable {
            var outcome: String
            var message: String?
            var rows: Int
            var added: Int
            var changed: Int
            var unchanged: Int
            var refused: Int
            var omitted: [String: Int]
            var report: String?
            var rowsPerSecond: Double
        }

        private func foods(_ stack: StackFixture, _ arguments: [String]) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(["foods"] + arguments + ["--data", stack.directory])
        }

        private func decode(_ json: String) throws -> Summary {
            try JSONDecoder().decode(Summary.self, from: Data(json.utf8))
        }

        /// Runs an import and expects exit status 0.
        private func summary(_ stack: StackFixture, _ arguments: [String]) throws -> Summary {
            let outcome = try foods(stack, ["import", "--json"] + arguments)
            try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
            return try decode(outcome.output)
        }

        private func found(_ stack: StackFixture, _ words: String) throws -> String {
            let outcome = try foods(stack, ["search", words])
            try #require(outcome.status == 0, "\(outcome.errors)")
            return outcome.output
        }

        @Test func `each format is imported, its foods are found, and a second import changes nothing`() async throws {
            try await StackFixture.run { stack in
                let sources = try FoodSources()
                let products = try sources.openFoodFacts("products.jsonl", 0..<3)
                let columns = [
                    "name=Bezeichnung", "kcal=Brennwert (kcal)", "proteinG=Eiweiß (g)", "fatG=Fett (g)",
                    "carbohydrateG=Kohlenhydrate (g)",
                ].flatMap { ["--map", $0] }
                let imports: [(arguments: [String], rows: Int, word: String)] = [
                    (["catalogue", try sources.catalog("bakery.csv", 0..<3)], 3, "Quernfood"),
                    (["csv", "--source", "own"] + columns + [try sources.own("own.csv")], 2, "Quernkuchen"),
                    (["off", try sources.gzip(products)], 3, "Quernbar"),
                    (["off-csv", try sources.openFoodFactsTable("products.csv")], 2, "Quernspread"),
                    (["fdc", try sources.foodDataCentral("fdc")], 2, "Quernberries"),
                ]
                for (arguments, rows, word) in imports {
                    let first = try summary(stack, arguments)
                    #expect(first.added == rows, "\(arguments): \(first)")
                    #expect(first.refused == 0 && first.report == nil, "\(arguments): \(first)")
                    let again = try summary(stack, arguments)
                    #expect(again.unchanged == rows && again.added == 0 && again.changed == 0, "\(arguments): \(again)")
                    #expect(try found(stack, word).contains(word), "\(arguments)")
                }
                #expect(try summary(stack, ["fdc", sources.path("fdc")]).omitted.values.reduce(0, +) == 1)
                let human = try foods(stack, ["import", "catalogue", sources.path("bakery.csv")])
                #expect(human.output.contains("3  unchanged"))
            }
        }

        @Test func `an import of changed rows updates the foods without duplicates`() async throws {
            try await StackFixture.run { stack in
                let sources = try FoodSources()
                #expect(try summary(stack, ["catalogue", sources.catalog("a.csv", 0..<10)]).added == 10)
                let changed = try sources.catalog("b.csv", 0..<12) { $0 < 4 ? 105 : 100 }
                let second = try summary(stack, ["catalogue", changed])
                #expect(second.added == 2)
                #expect(second.changed == 4)
                #expect(second.unchanged == 6)
                let lines = try found(stack, "Quernfood 3").split(separator: "\n").filter {
                    $0.contains("Quernfood 3 ")
                }
                #expect(lines.count == 1)
                #expect(lines.first?.contains(" 105 ") == true)
            }
        }

        @Test func `refused rows are reported with their lines, and the other rows are imported`() async throws {
            try await StackFixture.run { stack in
                let sources = try FoodSources()
                let path = try sources.write(
                    "bad.csv",
                    """
                    sourceID,name,source,kcal,proteinG,fatG,carbohydrateG
                    1,Quernbread,bakery,250,8,2,50
                    2,Quernroll,bakery,plenty,8,2,50
                    3,Quernbun,bakery,,8,2,50
                    4,,bakery,250,8,2,50
                    5,"Quern, toasted",bakery,280,9,2,56

                    """
                )
                let summary = try summary(stack, ["catalogue", path])
                #expect(summary.added == 2)
                #expect(summary.refused == 3)
                #expect(summary.report == path + ".import-report.csv")
                let report = try sources.text("bad.csv.import-report.csv").split(separator: "\n").map(String.init)
                #expect(report.first == "file,line,reason")
                let lines = report.dropFirst().map { $0.split(separator: ",").prefix(2).joined(separator: ",") }
                #expect(lines.sorted() == ["bad.csv,3", "bad.csv,4", "bad.csv,5"])
                let elsewhere = sources.path("elsewhere.csv")
                let outcome = try foods(stack, ["import", "catalogue", path, "--report", elsewhere])
                #expect(outcome.status == 0)
                #expect(outcome.output.contains("The refused rows stand in \(elsewhere)."))
                #expect(try sources.text("elsewhere.csv").split(separator: "\n").count == 4)
                let full = try foods(stack, ["import", "catalogue", path, "--report", "/dev/full"])
                #expect(full.status == 1)
                #expect(full.errors.contains("No space left on device"))
                #expect(full.output.contains("2  unchanged"))
            }
        }

        @Test func `the complete rows of a truncated file are imported, and the whole file adds the rest`() async throws
        {
            try await StackFixture.run { stack in
                let sources = try FoodSources()
                let rows = 20_000
                let whole = try sources.gzip(try sources.openFoodFacts("p.jsonl", 0..<rows))
                let cut = try sources.cutOff(whole, "cut.jsonl.gz")
                let outcome = try foods(stack, ["import", "off", cut, "--json"])
                #expect(outcome.status == 1)
                let first = try decode(outcome.output)
                #expect(first.outcome == "unreadable")
                #expect(first.added > 0 && first.added < rows)
                #expect(outcome.errors.contains("cut.jsonl.gz"), "\(outcome.errors)")
                #expect(outcome.errors.contains("are in the catalog"), "\(outcome.errors)")
                let second = try summary(stack, ["off", whole])
                #expect(second.unchanged == first.added)
                #expect(second.added == rows - first.added)
            }
        }

        @Test func `an import that cannot start fails with one sentence`() async throws {
            try await StackFixture.run { stack in
                let sources = try FoodSources()
                let path = try sources.catalog("a.csv", 0..<1)
                let nowhere = try CommandLineTool.run([
                    "foods", "import", "catalogue", path, "--data", "\(stack.directory)-none",
                ])
                #expect(nowhere.status == 1)
                #expect(nowhere.errors.contains("Nothing runs"))
                let cases: [(arguments: [String], part: String)] = [
                    (["catalog", path], "There is no format catalog"),
                    (["catalogue", sources.path("missing.csv")], "missing.csv"),
                    (["off-csv", path], "a.csv"), (["csv", path, "--map", "kcal"], "--map"),
                    (["csv", path, "--source", "My Source"], "--source"),
                    (["csv", path, "--delimiter", "x"], "--delimiter"),
                    (["catalogue", path, "--report", path], "--report"),
                    (["catalogue", path, "--report", "/nowhere/r.csv"], "/nowhere/r.csv"),
                ]
                for (arguments, part) in cases {
                    let outcome = try foods(stack, ["import"] + arguments)
                    #expect(outcome.status != 0, "\(arguments)")
                    #expect(outcome.errors.contains(part), "\(arguments): \(outcome.errors)")
                }
                #expect(try sources.text("a.csv").hasPrefix("sourceID"))
            }
        }

        @Test func `an import completes although the catalog is killed and restarted meanwhile`() async throws {
            try await StackFixture.run { stack in
                let sources = try FoodSources()
                let rows = 150_000
                let path = try sources.catalog("large.csv", 0..<rows)
                let arguments = ["foods", "import", "catalogue", path, "--json", "--data", stack.directory]
                let output = sources.path("summary.json")
                try await CommandLineTool.whileRunning(arguments, writingTo: output) { process in
                    try await eventually("the first rows are there") {
                        try found(stack, "Quernfood 1").contains("Quernfood 1 ")
                    }
                    try stack.kill("food-catalog")
                    try stack.start("food-catalog")
                    #expect(try await process.status() == 0)
                }
                let first = try decode(try sources.text("summary.json"))
                #expect(first.added + first.unchanged == rows, "\(first)")
                let again = try summary(stack, ["catalogue", path])
                #expect(again.unchanged == rows)
            }
        }

        @Test func `after Ctrl-C the imported rows stay, and the next import adds the rest`() async throws {
            try await StackFixture.run { stack in
                let sources = try FoodSources()
                let rows = 300_000
                let path = try sources.catalog("large.csv", 0..<rows)
                let arguments = ["foods", "import", "catalogue", path, "--json", "--data", stack.directory]
                try await CommandLineTool.whileRunning(arguments, writingTo: sources.path("summary.json")) { process in
                    try await eventually("the first rows are there") {
                        try found(stack, "Quernfood 1").contains("Quernfood 1 ")
                    }
                    process.send(SIGINT)
                    #expect(try await process.status() == 130)
                }
                let stopped = try decode(try sources.text("summary.json"))
                #expect(stopped.outcome == "stopped")
                #expect(stopped.added > 0 && stopped.added < rows, "\(stopped)")
                let again = try summary(stack, ["catalogue", path])
                #expect(again.unchanged == stopped.added)
                #expect(again.added == rows - stopped.added)
            }
        }
    }
}
