import ArgumentParser
import CommandSupport
import Contracts
import Demonstration

/// `mealwire demo`: fills the accounts of a demonstration.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill the accounts of a demonstration with sixty days, a group, a challenge and a plan.",
        discussion: """
            `mealwire up --demo` does this at each start. Run it on a demonstration that runs for days, to add the days \
            since then. What visitors have changed stays as it is.
            """
    )

    @OptionGroup var dataArgument: DataArgument

    func run() async throws {
        let days = try await BusSession.run(try dataArgument.directory) { bus in
            do {
                return try await DemoRun(bus: bus).fill()
            } catch let error as ServiceError {
                throw CommandFailure("The demonstration cannot be filled: \(error.message)")
            }
        }
        Console().write(
            days == 0 ? "The demonstration is filled already.\n" : "The demonstration is filled: \(days) days.\n"
        )
    }
}
