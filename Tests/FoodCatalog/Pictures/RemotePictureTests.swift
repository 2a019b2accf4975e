import Contracts
import FoodCatalog
import Foundation
import Observability
import Storage
import StubRemoteSource
import TestSupport
import Testing

/// Pictures of foods at other servers, with a stub server.
struct RemotePictureTests {
    private static let path = "/images/products/front.png"

    /// A catalog with one food of a source, the picture of which is at the stub.
    private struct Fixture {
        let stub: StubRemoteSource
        let remote: RemoteFoods
        let service: FoodCatalogService
        let clock: TestClock
        let person: Person
        let food: FoodID

        /// Returns the picture from the other server; nil if there is none.
        func fetched(_ other: FoodID? = nil, page: Int = 0) async throws -> FoodPicturePage? {
            do {
                let request = CatalogRemotePicture(id: other ?? food, page: page)
                return try await remote.picture(request, person.context())
            } catch let error as ServiceError {
                #expect(error == .notFound("picture"))
                return nil
            }
        }

        /// Returns what the catalog itself has.
        func own(_ other: FoodID? = nil) async throws -> FoodPicturePage {
            try await service.picture(CatalogFoodsPicture(id: other ?? food), person.context())
        }

        /// Returns the numbers of pictures by outcome, without those that are 0.
        func counts() async throws -> [String: Double] {
            let families = try #require(await remote.pictures?.metricSet).families
            #expect(families.map(\.name) == [Metric.remotePictures.name])
            return families.flatMap(\.samples).reduce(into: [:]) { if $1.value > 0 { $0[$1.labels[0]] = $1.value } }
        }

        /// Gives every food of the catalog the address of a picture at the stub.
        func setAddress(_ path: String) async throws {
            let address = stub.address + path
            _ = try await person.catalog.store.write { transaction in
                try transaction.execute("UPDATE food SET image_url = ?", [address])
            }
        }

        /// Returns the result of a remote search that the source has answered before.
        func found(image: String?) async throws -> RemoteFood {
            var food = ImportedFood(sourceID: "3017620422003", name: "Hazelnut spread", type: .branded, kcal: 539)
            food.imageURL = image
            let source = OpenFoodFacts(try #require(RemoteAddress(stub.address)))
            try await RemoteCache(store: person.catalog.store).insert(
                RemoteAnswer(foods: [food]),
                to: .words("spread", language: "en"),
                of: source,
                at: clock.now
            )
            return try #require(try await remote.find(CatalogRemote(q: "spread"), for: nil).items.first)
        }
    }

    // The time of a request is longer than any pause of a busy machine, unless the limit is the subject.
    private func use(
        _ behaviour: StubRemoteSource.Behaviour,
        timeoutMs: Int = 120_000,
        address: (StubRemoteSource) -> String = { $0.address + Self.path },
        _ body: (Fixture) async throws -> Void
    ) async throws {
        try await CatalogFixture.use(names: ["Hazelnut spread"]) { catalog in
            let (stub, clock) = (try await StubRemoteSource { _ in behaviour }, TestClock())
            var settings = RemoteSettings()
            settings.pictureTimeoutMs = timeoutMs
            let server = try #require(RemoteAddress(stub.address))
            (settings.sources, settings.pictureServers) = ([OpenFoodFacts(server)], [server])
            let (store, vocabulary) = (catalog.store, catalog.vocabulary)
            let remote = RemoteFoods(settings, store: store, logger: .silent, clocks: clock.clocks) { food, source in
                try await RemoteFoodWriter.store(food, of: source, in: store, vocabulary)
            }
            let service = FoodCatalogService(
                store: catalog.store,
                vocabulary: catalog.vocabulary,
                synonyms: try Synonyms(text: ""),
                drawings: try DrawingSet(),
                remote: remote,
                now: { clock.now }
            )
            let address = address(stub)
            _ = try await catalog.store.write { try $0.execute("UPDATE food SET image_url = ?", [address]) }
            let person = Person(catalog)
            let found = try await service.searchFoods(CatalogSearch(q: "spread"), person.context()).items
            let fixture = Fixture(
                stub: stub,
                remote: remote,
                service: service,
                clock: clock,
                person: person,
                food: try #require(found.first).id
            )
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await body(fixture))
            } catch {
                outcome = .failure(error)
            }
            try remote.shutDown()
            try await stub.stop()
            try outcome.get()
        }
    }

    private static func good() throws -> StubRemoteSource.Behaviour {
        .file([UInt8](try TestPicture.file()), mediaType: "image/png")
    }

    @Test func `a picture is fetched once, cleaned, and kept for an hour`() async throws {
        let good = try Self.good()
        try await use(good) { (fixture: Fixture) async throws in
            let own = try await fixture.own()
            #expect(own.isSubstitute)
            #expect((own.image.contentType, own.maxAgeS) == (FoodPicturePage.drawingType, 0))
            let first = try #require(try await fixture.fetched())
            #expect((first.image.contentType, first.image.pages, first.isSubstitute) == ("image/png", 1, false))
            let bytes = try #require(Data(base64Encoded: first.image.base64))
            #expect(bytes.count == first.image.bytes)
            #expect(bytes.range(of: Data("SECRET".utf8)) == nil)
            #expect(try await fixture.fetched() == first)
            #expect(fixture.stub.requests.map(\.target) == [Self.path])
            #expect(fixture.stub.requests.first?.header("Accept") == "image/png, image/jpeg, image/webp")
            fixture.clock.advance(seconds: 3_600)
            #expect(try await fixture.fetched() == first)
            #expect(fixture.stub.requests.count == 2)
            #expect(try await fixture.fetched(page: 1) == nil)
        }
    }

    @Test func `a request on a connection that the server closes is repeated once`() async throws {
        let good = try Self.good()
        try await use(good) { (fixture: Fixture) async throws in
            let stub = fixture.stub
            stub.behave { [unowned stub] _ in stub.requests.count == 1 ? .close : good }
            #expect(try await fixture.fetched() != nil)
            #expect(stub.requests.count == 2)
        }
    }

    @Test(arguments: [
        StubRemoteSource.Behaviour.ok("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
        .ok("GIF89a"), .ok(""), .status(404), .status(500), .close, .endless, .closeAfter("\u{89}PNG"),
        .redirect("http://169.254.169.254/latest/meta-data"), .redirect("http://localhost:1/front.png"),
        .redirect("//127.0.0.2/front.png"), .redirect("file:///etc/passwd"), .redirect(path),
    ])
    func `a server without a good picture is asked once a minute`(behaviour: StubRemoteSource.Behaviour) async throws {
        try await use(behaviour) { (fixture: Fixture) async throws in
            #expect(try await fixture.fetched() == nil)
            let count = fixture.stub.requests.count
            #expect(try await fixture.fetched() == nil)
            #expect(fixture.stub.requests.count == count)
            fixture.clock.advance(seconds: 60)
            #expect(try await fixture.fetched() == nil)
            #expect(fixture.stub.requests.count == 2 * count)
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [StubRemoteSource.Behaviour.silence, .slowBody])
    func `a slow server ends after the time limit`(behaviour: StubRemoteSource.Behaviour) async throws {
        try await use(behaviour, timeoutMs: RemoteSettings().pictureTimeoutMs) { (fixture: Fixture) async throws in
            let clock = ContinuousClock()
            let duration = try await clock.measure {
                let page = try await fixture.fetched()
                #expect(page == nil)
            }
            // Not before the limit; how much later depends on the machine.
            #expect(duration >= .seconds(ServerLimit.remotePictureS.value))
        }
    }

    @Test(arguments: [
        "http://169.254.169.254/front.png", "https://images.example.org/front.png", "http://127.0.0.1/front.png",
        "http://localhost:80/front.png", "https://127.0.0.1/front.png", "http://user@127.0.0.1/front.png",
        "ftp://127.0.0.1/front.png", "file:///etc/passwd", "front.png", "",
    ])
    func `an address at a server that is not allowed is never asked`(address: String) async throws {
        let (good, forbidden) = (try Self.good(), { (_: StubRemoteSource) in address })
        try await use(good, address: forbidden) { (fixture: Fixture) async throws in
            #expect(try await fixture.fetched() == nil)
            #expect(try await fixture.own().isSubstitute == false)
            #expect(fixture.stub.requests.isEmpty)
        }
    }

    @Test func `a user at the server's address is refused`() async throws {
        let good = try Self.good()
        let address = { (stub: StubRemoteSource) in "http://user:secret@127.0.0.1:\(stub.port)\(Self.path)" }
        try await use(good, address: address) { (fixture: Fixture) async throws in
            #expect(try await fixture.fetched() == nil)
            #expect(fixture.stub.requests.isEmpty)
        }
    }

    @Test func `the picture of another user's private food is not fetched`() async throws {
        let good = try Self.good()
        try await use(good) { (fixture: Fixture) async throws in
            let owner = UserID.make().description
            _ = try await fixture.person.catalog.store.write { transaction in
                try transaction.execute("UPDATE food SET owner = ?", [owner])
            }
            #expect(try await fixture.fetched() == nil)
            #expect(try await fixture.own().isSubstitute == false)
            #expect(fixture.stub.requests.isEmpty)
        }
    }

    @Test func `the result of a remote search has its picture before it is stored and afterwards`() async throws {
        let good = try Self.good()
        try await use(good) { (fixture: Fixture) async throws in
            let result = try await fixture.found(image: fixture.stub.address + "/result.png")
            let id = try #require(Self.food(of: result.picture))
            #expect(try await fixture.own(id).isSubstitute)
            let picture = try #require(try await fixture.fetched(id))
            #expect(picture.image.contentType == "image/png")
            #expect(fixture.stub.requests.map(\.target) == ["/result.png"])

            let food = try await fixture.remote.importFood(
                CatalogRemoteImport(source: result.source, sourceId: result.sourceId),
                for: nil
            )
            #expect((food.id, food.picture) == (id, result.picture))
            fixture.clock.advance(seconds: 24 * 3_600)
            #expect(try await fixture.fetched(id) == nil)
            // The catalog stores addresses with https alone, which the stub does not have.
            try await fixture.setAddress("/stored.png")
            fixture.clock.advance(seconds: 60)
            #expect(try await fixture.fetched(id) == picture)
            #expect(fixture.stub.requests.map(\.target) == ["/result.png", "/stored.png"])
        }
    }

    @Test func `the picture of a result that nobody stores ends with the answer of its source`() async throws {
        let good = try Self.good()
        try await use(good) { (fixture: Fixture) async throws in
            let result = try await fixture.found(image: fixture.stub.address + "/result.png")
            let id = try #require(Self.food(of: result.picture))
            fixture.clock.advance(seconds: 24 * 3_600)
            #expect(try await fixture.fetched(id) == nil)
            #expect(try await fixture.own(id) == fixture.own(.make()))
            #expect(fixture.stub.requests.isEmpty)
        }
    }

    @Test(arguments: [nil, "https://images.example.org/front.png", "http://169.254.169.254/front.png"])
    func `a result without a picture at an allowed server has a drawing`(image: String?) async throws {
        let good = try Self.good()
        try await use(good) { (fixture: Fixture) async throws in
            let id = try #require(Self.food(of: try await fixture.found(image: image).picture))
            let own = try await fixture.own(id)
            #expect((own.isSubstitute, own.image.contentType) == (false, FoodPicturePage.drawingType))
            #expect(try await fixture.fetched(id) == nil)
            #expect(fixture.stub.requests.isEmpty)
        }
    }

    @Test func `pictures are counted by what became of them`() async throws {
        let good = try Self.good()
        try await use(good) { (fixture: Fixture) async throws in
            #expect(try await fixture.counts() == [:])
            for _ in 0..<3 { #expect(try await fixture.fetched() != nil) }
            #expect(try await fixture.counts() == ["fetched": 1, "cached": 2])
            let failures: [StubRemoteSource.Behaviour] = [.status(404), .ok("GIF89a"), .status(500)]
            for (number, behaviour) in failures.enumerated() {
                fixture.stub.behave { _ in behaviour }
                try await fixture.setAddress("/\(number).png")
                #expect(try await fixture.fetched() == nil)
            }
            #expect(try await fixture.counts() == ["fetched": 1, "cached": 2, "refused": 2, "unreadable": 1])
        }
    }

    /// Returns the food of the address of a picture.
    private static func food(of picture: String?) -> FoodID? {
        let parts = picture?.split(separator: "/") ?? []
        let food = parts.count == 4 ? FoodID(String(parts[2])) : nil
        return food.map(FoodPicture.path(of:)) == picture ? food : nil
    }
}
