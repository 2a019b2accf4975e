import ArgumentParser

@main
struct MealwireCommandMain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mealwire",
        abstract: "Runs a Mealwire set on this machine.",
        subcommands: [Up.self, Down.self]
    )
}
