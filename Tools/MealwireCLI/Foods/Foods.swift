import ArgumentParser
import CommandSupport
import Contracts
import FoodImporter
import MessageBus

/// `mealwire foods`: imports foods into the catalog of a running stack.
struct Foods: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Import foods into the catalog of a running stack, and search it.",
        discussion: """
            For example: `mealwire foods import off openfoodfacts-products.jsonl.gz`. As for `mealwire admin`, the \
            broker accepts these commands only from processes of its own user.
            """,
        subcommands: [FoodsImport.self, FoodsFormats.self, FoodsSearch.self]
    )
}

/// `mealwire foods formats`.
struct FoodsFormats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "List the import formats with their columns."
    )

    func run() { Console().write(FormatList.text) }
}

/// `mealwire foods search`.
struct FoodsSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search the catalog, as a user without foods of their own."
    )

    @Argument(help: "The search text.")
    var words: [String]

    @Option(help: "The preferred language, such as uk.")
    var language: String?

    @Option(
        help:
            "The number of foods to list, from \(CatalogSearch.limits.lowerBound) to \(CatalogSearch.limits.upperBound)."
    )
    var limit = CatalogSearch.limitDefault

    @OptionGroup var dataArgument: DataArgument

    func run() async throws {
        let request = CatalogSearch(q: words.joined(separator: " "), language: language, limit: limit)
        // An id that belongs to no account.
        let unknownUser = Principal(user: .make(), roles: [.user], session: .make())
        let reply = try await BusSession.run(try dataArgument.directory) { bus in
            do throws(ServiceError) {
                return try await bus.call(request, .own(principal: unknownUser))
            } catch {
                throw CommandFailure(error.message)
            }
        }
        Console().write(reply.items.isEmpty ? "No foods were found.\n" : FoodTable.text(reply.items) + "\n")
    }
}
