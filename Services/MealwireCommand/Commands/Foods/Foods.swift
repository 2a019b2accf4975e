import ArgumentParser

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
