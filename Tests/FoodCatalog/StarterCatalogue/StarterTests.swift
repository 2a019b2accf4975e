import Contracts
import FoodCatalog
import Foundation
import Logging
import Storage
import TestSupport
import Testing

struct StarterTests {
    private static let header = StarterRow.columns.joined(separator: ",")
    private static let rowID = "7ed30c5d-6d66-53e7-9a2a-3a47ba966988"

    private func csv(_ rows: String...) -> [UInt8] { Array(([Self.header] + rows).joined(separator: "\n").utf8) }

    @Test func `every row of the starter is plausible`() throws {
        let data = try #require(FileManager.default.contents(atPath: StarterCatalog.bundledPath))
        let starter = try StarterCatalog(csv: Array(data))
        #expect(starter.refused.isEmpty)
        #expect(starter.foods.count == 12_906)
        for food in starter.foods {
            #expect((0...905).contains(food.kcal), "\(food.name)")
            let macros = [food.proteinG, food.fatG, food.carbohydrateG].map { $0 ?? .infinity }
            #expect(macros.reduce(0, +) <= 105, "\(food.name)")
            #expect((food.saturatedFatG ?? 0) <= (food.fatG ?? 0) + 1, "\(food.name)")
            #expect((food.sugarG ?? 0) <= (food.carbohydrateG ?? 0) + 1, "\(food.name)")
            #expect(food.portions.allSatisfy { $0.grams > 0 && !$0.name.isEmpty }, "\(food.name)")
            #expect(["foundation", "srLegacy", "fndds"].contains(food.source), "\(food.name)")
        }
    }

    @Test func `a row becomes a food, and an empty cell is unknown`() throws {
        let starter = try StarterCatalog(
            csv: csv("\(Self.rowID),\"Tea, hot\",test,,1,0.5,0,0,,2,,0,1 cup=240|1/2 cup=120.5,dish,milk|nuts")
        )
        #expect(
            starter.foods == [
                Food(
                    id: try #require(FoodID(Self.rowID)),
                    name: "Tea, hot",
                    kcal: 1,
                    proteinG: 0.5,
                    fatG: 0,
                    carbohydrateG: 0,
                    sugarG: 2,
                    sodiumMg: 0,
                    portions: [Portion(name: "1 cup", grams: 240), Portion(name: "1/2 cup", grams: 120.5)],
                    source: "test",
                    type: .dish,
                    allergens: ["milk", "nuts"]
                )
            ]
        )
    }

    @Test(arguments: [
        "no-uuid,Tea,test,,1,0,0,0,,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,,test,,1,0,0,0,,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,!?,test,,1,0,0,0,,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,,,1,0,0,0,,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,,0,0,0,,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,906,0,0,0,,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,nan,0,0,0,,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,-1,0,0,,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,50,50,6,,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,0,0,0,x,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,0,0,0,,,,,cup,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,0,0,0,,,,,=5,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,0,0,0,,,,,1 cup=0,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,0,0,0,,,,,1 cup=5|,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,0,0,0,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,0,0,0,,,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,\"Tea,test,,1,0,0,0,,,,,,generic,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,0,0,0,,,,,,branded,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,0,0,0,,,,,,,",
        "7ed30c5d-6d66-53e7-9a2a-000000000000,Tea,test,,1,0,0,0,,,,,,generic,cheese",
        "7ed30c5d-6d66-53e7-9a2a-3a47ba966988,Tea again,test,,1,0,0,0,,,,,,generic,",
    ])
    func `an invalid row is rejected with its line and affects no other row`(bad: String) throws {
        let good = "\(Self.rowID),Tea,test,,1,0,0,0,,,,,,generic,"
        let last = "7ed30c5d-6d66-53e7-9a2a-3a47ba966999,Milk,test,,1,0,0,0,,,,,,generic,none"
        let starter = try StarterCatalog(csv: csv(good, bad, last))
        #expect(starter.refused.map(\.line) == [3])
        #expect(starter.foods.map(\.name) == ["Tea", "Milk"])
    }

    @Test func `a file with another header or without a valid row stops the start`() {
        #expect(throws: StarterCatalog.Failure.self) { try StarterCatalog(csv: Array("id,name\n".utf8)) }
        #expect(throws: StarterCatalog.Failure.self) { try StarterCatalog(csv: []) }
        #expect(throws: StarterCatalog.Failure.self) { try StarterCatalog(csv: csv("broken")) }
    }

    @Test func `a missing file stops the start and is named`() async throws {
        try await CatalogFixture.use { fixture in
            let path = fixture.directory.file("nowhere.csv")
            let failure = await #expect(throws: StarterCatalog.Failure.self) {
                try await StarterCatalog.fill(fixture.store, from: path, logger: CatalogFixture.logger)
            }
            #expect(failure?.description.contains(path) == true)
        }
    }

    @Test func `the starter is loaded once, also after reopening the catalog`() async throws {
        try await CatalogFixture.withDirectory { directory in
            try await CatalogFixture.open(in: directory) { fixture async throws in
                #expect(try await fixture.fill() == 12_906)
                #expect(try await fixture.fill() == 0)
            }
            try await CatalogFixture.open(in: directory) { reopened async throws in
                #expect(try await reopened.fill() == 0)
                #expect(try await reopened.names("banana", limit: 1) == ["Banana, raw"])
            }
        }
    }

    @Test func `foods and rejected rows are counted in the log`() async throws {
        try await CatalogFixture.use { fixture in
            let log = LogRecorder(from: .info)
            let text = "\(Self.header)\n\(Self.rowID),Tea,test,,1,0,0,0,,,,,,generic,\nbroken\n"
            try await fixture.fill(csv: text, logger: log.logger)
            #expect(
                log.lines.map(\.message) == [
                    "a row of the starter catalog was rejected", "the starter catalog was loaded",
                ]
            )
            #expect(log.lines.first?.metadata["line"] == "3")
            #expect(log.lines.last?.metadata["foods"] == "1")
            #expect(log.lines.last?.metadata["refused"] == "1")
            #expect(log.lines.last?.metadata["ms"] != nil)
        }
    }
}
