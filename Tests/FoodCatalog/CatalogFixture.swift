import Contracts
import FoodCatalog
import Foundation
import Logging
import QueryPlans
import Storage
import TestSupport
import Testing

/// A food catalog in a temporary directory.
struct CatalogFixture {
    let directory: TemporaryDirectory
    let store: Store
    /// The statements of the store.
    let statements: StatementRecorder
    let vocabulary: VocabularyCache
    let service: FoodCatalogService
    /// The context of requests by one user.
    let context = RequestContext.own(principal: Principal(user: .make(), roles: [], session: .make()))

    static let logger = Logger.silent

    /// Opens a catalog with the bundled starter.
    static func useStarter(
        portionNames: PortionNames = .none,
        _ body: (CatalogFixture) async throws -> Void
    ) async throws {
        try await withDirectory { directory in
            try await open(in: directory, portionNames: portionNames) { fixture in
                try await fixture.fill()
                try await body(fixture)
            }
        }
    }

    /// Opens a catalog with foods of the given names only.
    static func use(names: [String], _ body: (CatalogFixture) async throws -> Void) async throws {
        try await use { fixture in
            try await fixture.fill(names: names)
            try await body(fixture)
        }
    }

    /// Opens an empty catalog.
    static func use(_ body: (CatalogFixture) async throws -> Void) async throws {
        try await withDirectory { directory in try await open(in: directory, body) }
    }

    /// Creates a temporary directory and removes it after `body`.
    static func withDirectory(_ body: (TemporaryDirectory) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        try await body(directory)
    }

    /// Opens the catalog in a directory and closes it after `body`.
    static func open(
        in directory: TemporaryDirectory,
        synonyms: String = "",
        portionNames: PortionNames = .none,
        _ body: (CatalogFixture) async throws -> Void
    ) async throws {
        let path = directory.file("food-catalog.sqlite")
        try await queryPlans.withStore(at: path, migrations: FoodCatalogSchema.migrations) { store, statements in
            let vocabulary = VocabularyCache(store: store)
            try await vocabulary.load()
            let synonyms = try Synonyms(text: synonyms)
            let service = FoodCatalogService(
                store: store,
                vocabulary: vocabulary,
                synonyms: synonyms,
                portionNames: portionNames,
                drawings: try DrawingSet()
            )
            try await body(
                CatalogFixture(
                    directory: directory,
                    store: store,
                    statements: statements,
                    vocabulary: vocabulary,
                    service: service
                )
            )
        }
    }

    @discardableResult
    func fill(logger: Logger = logger) async throws -> Int {
        let count = try await StarterCatalog.fill(
            store,
            from: StarterCatalog.bundledPath,
            names: StarterCatalog.bundledNamesPath,
            logger: logger
        )
        try await vocabulary.load()
        return count
    }

    @discardableResult
    func fill(csv: String, logger: Logger = logger) async throws -> Int {
        let path = directory.file("starter.csv")
        try Data(csv.utf8).write(to: URL(filePath: path))
        let count = try await StarterCatalog.fill(store, from: path, logger: logger)
        try await vocabulary.load()
        return count
    }

    /// Adds foods that have only a name.
    func fill(names: [String]) async throws {
        let rows = names.map { "\(UUID()),\"\($0.replacing("\"", with: "\"\""))\",test,,1,0,0,0,,,,,,generic," }
        try await fill(csv: ([StarterRow.columns.joined(separator: ",")] + rows).joined(separator: "\n"))
    }

    /// Returns the names that a search finds, the best first.
    func names(_ query: String, limit: Int = CatalogSearch.limitDefault) async throws -> [String] {
        try await service.searchFoods(CatalogSearch(q: query, limit: limit), context).items.map(\.name)
    }

    /// Returns every page of a search.
    func pages(_ query: String, limit: Int) async throws -> [[Food]] {
        var pages: [[Food]] = []
        var cursor: String?
        repeat {
            let reply = try await service.searchFoods(
                CatalogSearch(q: query, limit: limit, cursor: cursor),
                context
            )
            pages.append(reply.items)
            cursor = reply.nextCursor
        } while cursor != nil
        return pages
    }

    /// Returns the fields named in the rejection of a search; none if it succeeds.
    func refusedFields(_ request: CatalogSearch) async throws -> [String] {
        do {
            _ = try await service.searchFoods(request.checked(), context)
            return []
        } catch let error as ServiceError {
            return error.code == .invalid ? error.details.map(\.field) : ["not invalid but \(error.code)"]
        }
    }
}
