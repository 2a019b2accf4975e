import Contracts
import FoodCatalog
import Storage
import StubRemoteSource
import TestSupport
import Testing

/// Requests to remote sources over real connections to a stub.
@Suite(.timeLimit(.minutes(5)))
struct RemoteFoodsTests {
    // MARK: Asking

    @Test func `both sources are asked, and each food names its source`() async throws {
        try await RemoteFixture.use([.openFoodFacts, .edamam], RemoteFixture.documented) { fixture in
            let reply = try await fixture.find("Hazelnut  Spread")
            #expect(reply.items.map(\.source) == ["openFoodFacts", "edamam", "edamam"])
            #expect(reply.items.map(\.name) == ["Hazelnut spread", "Apple", "Apple Juice"])
            #expect(reply.items[0].sourceId == "3017620422003")
            #expect(reply.items[0].kcal == 539)
            #expect(reply.items[2].proteinG == nil, "unknown, and not 0")
            #expect(reply.sources.map(\.state) == ["answered", "answered"])
            let one = try await fixture.remote.find(
                CatalogRemote(q: "hazelnut spread", source: "edamam", limit: 1),
                for: nil
            )
            #expect(one.items.map(\.name) == ["Apple"])
        }
    }

    @Test func `a source receives the words and the operator's contact and nothing about the user`() async throws {
        try await RemoteFixture.use([.openFoodFacts, .edamam], RemoteFixture.documented) { fixture in
            _ = try await fixture.find("Crème & Co?")
            _ = await fixture.remote.lookUp(barcode: "00012345678905", for: nil)
            let requests = fixture.stub.requests.sorted { $0.target < $1.target }
            #expect(requests.count == 4)
            for request in requests {
                #expect(request.header("User-Agent") == "Mealwire/\(Release.version) (owner@example.org)")
                let names = Set(request.headers.compactMap { $0.split(separator: ":").first?.lowercased() })
                #expect(
                    names.isSubset(of: ["host", "user-agent", "accept", "connection", "content-length"]),
                    "\(names)"
                )
            }
            let targets = requests.map(\.target)
            let key = "app_id=\(RemoteFixture.secrets[0])&app_key=\(RemoteFixture.secrets[1])"
            #expect(targets[0] == "/api/food-database/v2/parser?\(key)&ingr=cr%C3%A8me%20%26%20co%3F")
            #expect(targets[1] == "/api/food-database/v2/parser?\(key)&upc=012345678905")
            #expect(targets[2].hasPrefix("/api/v2/product/0012345678905.json?fields=code%2C"))
            #expect(targets[3].hasPrefix("/cgi/search.pl?search_terms=cr%C3%A8me%20%26%20co%3F&"))
        }
    }

    @Test func `invalid input is rejected before a source is asked`() async throws {
        try await RemoteFixture.use([.openFoodFacts], RemoteFixture.documented) { fixture in
            for (request, field) in [
                (CatalogRemote(q: "x"), "q"), (CatalogRemote(q: "%%"), "q"),
                (CatalogRemote(q: String(repeating: "x", count: 101)), "q"),
                (CatalogRemote(q: "milk", source: "usda"), "source"), (CatalogRemote(q: "milk", limit: 25), "limit"),
                (CatalogRemote(q: "milk", language: "x"), "language"),
            ] {
                let error = await #expect(throws: ServiceError.self) {
                    try await fixture.remote.find(request.checked(), for: nil)
                }
                #expect(error?.code == .invalid)
                #expect(error?.details.map(\.field) == [field])
            }
            #expect(fixture.stub.requests.isEmpty)
        }
    }

    // MARK: Cache

    @Test func `a question is not repeated until its answer expires`() async throws {
        try await RemoteFixture.use([.openFoodFacts], RemoteFixture.documented) { fixture in
            let first = try await fixture.find("spread")
            #expect(try await fixture.find(" SPREAD ") == first)
            #expect(fixture.stub.requests.count == 1)
            fixture.clock.advance(seconds: 24 * 3_600 - 1)
            #expect(try await fixture.find("spread") == first)
            #expect(fixture.stub.requests.count == 1)
            fixture.clock.advance(seconds: 1)
            #expect(try await fixture.find("spread") == first)
            #expect(fixture.stub.requests.count == 2)
        }
    }

    @Test func `an empty answer is cached for a shorter time`() async throws {
        try await RemoteFixture.use([.openFoodFacts], always: .status(404, body: DocumentedAnswers.noProduct)) {
            fixture in
            for _ in 0..<2 { #expect(await fixture.remote.lookUp(barcode: "3017620422003", for: nil) == .unknown) }
            #expect(fixture.stub.requests.count == 1)
            fixture.clock.advance(seconds: 3_600)
            #expect(await fixture.remote.lookUp(barcode: "3017620422003", for: nil) == .unknown)
            #expect(fixture.stub.requests.count == 2)
        }
    }

    @Test func `a failure is not cached`() async throws {
        try await RemoteFixture.use([.openFoodFacts], always: .status(500)) { fixture in
            let state = try await fixture.state("spread")
            #expect(state == "failed")
            fixture.stub.behave(RemoteFixture.documented)
            #expect(try await fixture.state("spread") == "answered")
        }
    }

    @Test func `a sweep removes expired and excess entries`() async throws {
        try await RemoteFixture.use([.openFoodFacts], RemoteFixture.documented) { fixture in
            let cache = RemoteCache(store: fixture.store)
            let source = OpenFoodFacts(try #require(RemoteAddress(OpenFoodFacts.standardAddress)))
            let clocks = fixture.clock.clocks
            func question(_ number: Int) -> RemoteQuestion { .words("food \(number)", language: "en") }
            for number in 0..<10 {
                let food = ImportedFood(sourceID: "\(number)", name: "Food", type: .branded, kcal: 1)
                try await cache.insert(RemoteAnswer(foods: [food]), to: question(number), of: source, at: clocks.wall())
                fixture.clock.advance(seconds: 1)
            }
            func left() async throws -> [Int] {
                var left: [Int] = []
                for number in 0..<10 {
                    let answer = try await cache.answer(to: question(number), of: .openFoodFacts, at: clocks.wall())
                    if answer != nil { left.append(number) }
                }
                return left
            }
            try await cache.sweep(at: clocks.wall(), answersMax: 8, foodsMax: 20)
            #expect(try await left() == Array(2..<10))
            try await cache.sweep(at: clocks.wall(), answersMax: 8, foodsMax: 5)
            #expect(try await left() == Array(5..<10), "an answer with a missing food is not returned")
            fixture.clock.advance(seconds: 24 * 3_600 - 3)
            try await cache.sweep(at: clocks.wall())
            let rows = try await fixture.store.read { try $0.scalar("SELECT count(*) FROM remote_food", as: Int.self) }
            #expect(rows == 2)
        }
    }

    @Test func `a refreshed food has the content of the last answer under the id of the first`() async throws {
        try await RemoteFixture.use([.openFoodFacts], RemoteFixture.documented) { fixture in
            let cache = RemoteCache(store: fixture.store)
            let source = OpenFoodFacts(try #require(RemoteAddress(OpenFoodFacts.standardAddress)))
            var rows: [[String]] = []
            for (name, barcode) in [("Spread", nil), ("Nut spread", "3017620422003")] {
                var food = ImportedFood(sourceID: "3017620422003", name: name, type: .branded, kcal: 1)
                food.barcode = barcode
                let question = RemoteQuestion.words(name, language: "en")
                try await cache.insert(RemoteAnswer(foods: [food]), to: question, of: source, at: fixture.clock.now)
                rows += try await fixture.store.read { reader in
                    let key = "source = 'openFoodFacts' AND source_id = '3017620422003'"
                    let columns = "hex(food_id) AS id, food ->> '$.name' AS name"
                    return try reader.rows("SELECT \(columns) FROM remote_food WHERE \(key)").map {
                        [try $0.value("id"), try $0.value("name")]
                    }
                }
            }
            #expect(rows.map { $0[1] } == ["Spread", "Nut spread"])
            #expect(Set(rows.map { $0[0] }).count == 1)
        }
    }

    @Test func `concurrent identical questions share one request`() async throws {
        try await RemoteFixture.use([.openFoodFacts], RemoteFixture.documented) { fixture in
            let replies = try await withThrowingTaskGroup(of: CatalogRemote.Reply.self) { group in
                for _ in 0..<20 { group.addTask { try await fixture.find("spread") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(replies.map(\.items.count)) == [1])
            #expect(fixture.stub.requests.count == 1)
        }
    }

    // MARK: Keeping

    @Test func `a chosen food is stored with its source without another request`() async throws {
        try await RemoteFixture.use([.edamam], RemoteFixture.documented) { fixture in
            let item = try #require(try await fixture.find("apple").items.first)
            let food = try await fixture.remote.importFood(
                CatalogRemoteImport(source: item.source, sourceId: item.sourceId),
                for: nil
            )
            #expect((food.name, food.source) == ("Apple", "edamam"))
            #expect(fixture.storedFoods.map(\.source) == ["edamam"])
            #expect(fixture.storedFoods.map(\.food.sourceID) == [item.sourceId])
            #expect(fixture.stub.requests.count == 1)
            fixture.clock.advance(seconds: 3_600)
            let error = await #expect(throws: ServiceError.self) {
                try await fixture.remote.importFood(
                    CatalogRemoteImport(source: item.source, sourceId: item.sourceId),
                    for: nil
                )
            }
            #expect(error?.code == .notFound)
            #expect(error?.message.contains("search for it again") == true)
        }
    }

    @Test func `a product that is not cached is fetched to be stored`() async throws {
        try await RemoteFixture.use([.openFoodFacts], RemoteFixture.documented, timeoutMs: RemoteFixture.shortTimeoutMs)
        {
            fixture in
            let request = CatalogRemoteImport(source: "openFoodFacts", sourceId: "3017620422003")
            let food = try await fixture.remote.importFood(request, for: nil)
            #expect(food.name == "Hazelnut spread")
            fixture.clock.advance(seconds: 2 * 24 * 3_600)
            fixture.stub.behave { _ in .status(404, body: DocumentedAnswers.noProduct) }
            let gone = await #expect(throws: ServiceError.self) {
                try await fixture.remote.importFood(request, for: nil)
            }
            #expect(gone?.code == .notFound)
            fixture.clock.advance(seconds: 3_600)
            fixture.stub.behave { _ in .silence }
            let late = await #expect(throws: ServiceError.self) {
                try await fixture.remote.importFood(request, for: nil)
            }
            #expect(late?.code == .deadlineExceeded)
            #expect(fixture.storedFoods.count == 1)
        }
    }

    // MARK: Barcodes

    @Test func `a barcode is found, unknown, or unanswered with the names of the sources`() async throws {
        try await RemoteFixture.use(
            [.openFoodFacts, .edamam],
            RemoteFixture.documented,
            timeoutMs: RemoteFixture.shortTimeoutMs
        ) { fixture in
            guard
                case .found(let food, .openFoodFacts) = await fixture.remote.lookUp(barcode: "03017620422003", for: nil)
            else {
                Issue.record("not found")
                return
            }
            #expect(food.barcode == "3017620422003")
            let kept = try await fixture.remote.importFood(food, of: .openFoodFacts)
            #expect(kept.source == "openFoodFacts")
            fixture.clock.advance(seconds: 2 * 24 * 3_600)
            fixture.stub.behave {
                $0.target.contains("/parser") ? .silence : .status(404, body: DocumentedAnswers.noProduct)
            }
            guard case .unanswered(let sources) = await fixture.remote.lookUp(barcode: "3017620422003", for: nil) else {
                Issue.record("answered")
                return
            }
            #expect(sources.map(\.source) == ["edamam"])
            #expect(sources.map(\.state) == ["timedOut"])
            #expect(await fixture.remote.lookUp(barcode: "no barcode", for: nil) == .unknown)
        }
    }
}
