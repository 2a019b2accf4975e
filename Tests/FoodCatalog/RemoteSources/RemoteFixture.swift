import Contracts
import FoodCatalog
import Foundation
import Storage
import StubRemoteSource
import TestSupport
import Testing

/// A client of remote sources with a stub server, a manual clock, and a recorder of all log lines.
final class RemoteFixture: Sendable {
    static let secrets = ["application-7313", "key-2718281828"]

    /// Timeout in milliseconds for answers that never come: long for a busy machine, short for a test.
    static let shortTimeoutMs = 1_000
    /// Timeout in milliseconds for answers that come, on any machine.
    static let longTimeoutMs = 30_000

    /// Answers as documented by each source.
    @Sendable static func documented(_ request: StubRemoteSource.Request) -> StubRemoteSource.Behaviour {
        if request.target.contains("/parser") { return .ok(DocumentedAnswers.apples) }
        if request.target.contains("/product/") { return .ok(DocumentedAnswers.product(DocumentedAnswers.spread)) }
        return .ok(DocumentedAnswers.search([DocumentedAnswers.newerSpread]))
    }

    let stub: StubRemoteSource
    let remote: RemoteFoods
    let store: Store
    let clock = TestClock()
    let log = LogRecorder()
    private let stored = Recorder<(food: ImportedFood, source: String)>()

    private init(
        _ stub: StubRemoteSource,
        _ sources: [RemoteSourceName],
        _ store: Store,
        _ timeoutMs: Int
    ) throws {
        self.stub = stub
        self.store = store
        let address = try #require(RemoteAddress(stub.address))
        var settings = RemoteSettings()
        settings.contact = "owner@example.org"
        settings.timeoutMs = timeoutMs
        settings.sources = sources.map { name in
            switch name {
            case .openFoodFacts: OpenFoodFacts(address)
            case .edamam: Edamam(address, Edamam.Key(id: Self.secrets[0], key: Self.secrets[1]))
            }
        }
        let stored = stored
        remote = RemoteFoods(settings, store: store, logger: log.logger, clocks: clock.clocks) { food, source in
            stored.record((food, source))
            return Self.food(food, source)
        }
    }

    /// Every food that was stored in the catalog, with its source.
    var storedFoods: [(food: ImportedFood, source: String)] { stored.values }

    private static func food(_ food: ImportedFood, _ source: String) -> Food {
        Food(
            id: .make(),
            name: food.name,
            kcal: food.kcal ?? 0,
            proteinG: food.proteinG,
            fatG: food.fatG,
            carbohydrateG: food.carbohydrateG,
            source: source
        )
    }

    /// Runs a test, and checks afterwards that no secret was logged.
    ///
    /// - Parameters:
    ///   - sources: The enabled sources.
    ///   - behaviour: The behaviour of the stub.
    ///   - timeoutMs: Timeout of an answer in milliseconds.
    ///   - body: The test.
    /// - Throws: The errors of the test.
    static func use(
        _ sources: [RemoteSourceName],
        _ behaviour: @escaping @Sendable (StubRemoteSource.Request) -> StubRemoteSource.Behaviour,
        timeoutMs: Int = longTimeoutMs,
        _ body: (RemoteFixture) async throws -> Void
    ) async throws {
        try await CatalogFixture.use { catalog in
            let stub = try await StubRemoteSource(behaviour)
            let fixture = try RemoteFixture(stub, sources, catalog.store, timeoutMs)
            let outcome: Result<Void, any Error>
            do {
                outcome = .success(try await body(fixture))
            } catch {
                outcome = .failure(error)
            }
            try fixture.close()
            try await stub.stop()
            for secret in secrets { #expect(!fixture.log.contains(secret)) }
            try outcome.get()
        }
    }

    private func close() throws { try remote.shutDown() }

    /// Runs a test with a stub that handles all requests alike.
    static func use(
        _ sources: [RemoteSourceName],
        always behaviour: StubRemoteSource.Behaviour,
        timeoutMs: Int = longTimeoutMs,
        _ body: (RemoteFixture) async throws -> Void
    ) async throws {
        @Sendable func answer(_ request: StubRemoteSource.Request) -> StubRemoteSource.Behaviour { behaviour }
        try await use(sources, answer, timeoutMs: timeoutMs, body)
    }

    func find(_ q: String, source: RemoteSourceName? = nil) async throws -> CatalogRemote.Reply {
        try await remote.find(CatalogRemote(q: q, source: source?.rawValue), for: nil)
    }

    /// Returns the state of the only source after a question.
    func state(_ q: String) async throws -> String {
        let reply = try await find(q)
        let source = try #require(reply.sources.first)
        #expect(reply.sources.count == 1)
        #expect((source.reason == nil) == (source.state == RemoteState.answered.rawValue))
        return source.state
    }
}

extension TestClock {
    /// The same time for the client of remote sources.
    var clocks: RemoteSourceClient.Clocks {
        RemoteSourceClient.Clocks(monotonic: { self.monotonicNanoseconds }, wall: { self.now })
    }
}
