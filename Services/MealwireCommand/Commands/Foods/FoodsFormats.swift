import ArgumentParser

/// `mealwire foods formats`.
struct FoodsFormats: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "List the formats that can be imported, and their columns."
    )

    func run() { Console().write(FormatList.text) }
}
