import ArgumentParser

/// `mealwire foods`: imports foods into the catalog of a running stack.
struct Foods: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Import foods into the catalogue of a running set, and search it.",
        discussion: """
            For example: `mealwire foods import off openfoodfacts-products.jsonl.gz`. As for `mealwire admin`, the broker \
            lets processes of its own user do this, and nobody else.
            """,
        subcommands: [FoodsImport.self, FoodsFormats.self, FoodsSearch.self]
    )
}
