import Contracts
import FoodFormats
import Foundation
import Fuzzing
import TestSupport
import Testing

/// Mutated sources: reading always ends, with foods, rejections or a failure.
@Suite struct MutationTests {
    private static let rounds = 1_000

    private static let catalog = #"""
        id,sourceID,name,name:uk,source,type,allergens,brand,barcode,kcal,proteinG,sodiumMg,vitaminCMg,portions
        7ed30c5d-6d66-53e7-9a2a-3a47ba966988,a,"Beef, ""house""",Стейк,srLegacy,,none,,4006381333931,189,26.85,604,1,1 cup=240|1 tbsp=14.5
        ,b,Milk,,farm,branded,milk|nuts,Farm,,61,3.4,1e2,,
        """#
    private static let own = "Food;Energy (kJ);Salt (g);Protein\n\"Milk;x\";255,5;0,1;3.4\nTea;4;;\n"
    private static let table =
        "code\tproduct_name\tproduct_name_uk\tallergens\tenergy_100g\tsalt_100g\n1\tA\tБ\ten:milk\t100\t1.5\n2\t\t\t\t\t\n"
    private static let later =
        #"{"code":"2","lang":"th","images":{"front_th":{"rev":"1"},"selected":{"front":{"th":{"rev":1}}}},"#
        + #""product_name_th":"นม","nutrition":{"aggregated_set":{"per":"100g","#
        + #" "nutrients":{"fat":{"value":1,"unit":"g"}}},"input_sets":[{"per":"1kg","nutrients":{}}]}}"#

    private func mutate(_ format: FoodFormat, _ texts: [String], seed: Int) throws {
        let corpus = try TemporaryDirectory()
        for (index, text) in texts.enumerated() { _ = try corpus.write("\(index).in", text) }
        var mutator = try Mutator(corpus.url, "in", seed: seed)
        let folder = try TemporaryDirectory()
        var kinds: Set<String> = []
        for _ in 0..<Self.rounds {
            let bytes = mutator.next()
            let result = ReadResult(format, [try folder.write("mutated", bytes)])
            // The line of every row exists.
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            #expect(result.rows.allSatisfy { (1...lines).contains($0.line) })
            #expect(result.rows.count <= lines)
            if result.failure != nil { kinds.insert("failure") }
            if !result.foods.isEmpty { kinds.insert("food") }
            if !result.refusals.isEmpty { kinds.insert("refusal") }
        }
        #expect(kinds.isSuperset(of: ["food", "refusal"]))
    }

    @Test func `a mutated catalog does not crash the process`() throws {
        try mutate(.catalog, [Self.catalog], seed: 1)
    }

    @Test func `a mutated table of a user does not crash the process`() throws {
        try mutate(.csv, [Self.own], seed: 2)
    }

    @Test func `mutated products do not crash the process`() throws {
        try mutate(.off, [OpenFoodFactsTests.old + "\n" + Self.later + "\n"], seed: 3)
    }

    @Test func `a mutated table of Open Food Facts does not crash the process`() throws {
        try mutate(.offCSV, [Self.table], seed: 4)
    }

    @Test func `mutated gzips and zips do not crash the process`() throws {
        let folder = try TemporaryDirectory()
        let text = Array(Self.catalog.utf8)
        let corpus = try TemporaryDirectory()
        _ = try corpus.write("a.in", Packing.gzip(text))
        _ = try corpus.write("b.in", Packing.zip([("a.csv", text), ("b.csv", text)]))
        _ = try corpus.write("c.in", Packing.zip([("a.csv", text)], is64: true))
        var mutator = try Mutator(corpus.url, "in", seed: 5)
        var (failures, foods) = (0, 0)
        for _ in 0..<Self.rounds {
            let result = ReadResult(.catalog, [try folder.write("mutated", mutator.next())])
            failures += result.failure == nil ? 0 : 1
            foods += result.foods.count
        }
        #expect(failures > 0)
        #expect(foods > 0)
    }

    @Test(arguments: FDCFixture.files.indices)
    func `mutated tables of FoodData Central do not crash the process`(_ index: Int) throws {
        let (folder, corpus) = (try TemporaryDirectory(), try TemporaryDirectory())
        for (name, text) in FDCFixture.files { _ = try folder.write(name, text) }
        _ = try corpus.write("a.in", FDCFixture.files[index].text)
        var mutator = try Mutator(corpus.url, "in", seed: 6)
        var foods = 0
        for _ in 0..<Self.rounds / 10 {
            _ = try folder.write(FDCFixture.files[index].name, mutator.next())
            foods += ReadResult(.fdc, [folder.path]).foods.count
        }
        #expect(foods > 0)
    }
}
