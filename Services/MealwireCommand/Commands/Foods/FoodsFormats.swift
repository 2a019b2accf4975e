import ArgumentParser

/// `mealwire foods formats`.
struct FoodsFormats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "List the import formats with their columns."
    )

    func run() { Console().write(FormatList.text) }
}
