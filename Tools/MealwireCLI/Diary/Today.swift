import ArgumentParser
import Calendar
import CommandSupport
import Contracts
import DiaryCommands
import MealwireClient

/// `mealwire today`: shows the current day of the user's diary.
struct Today: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what you have eaten today, and what remains.",
        discussion: "Sign in first with `mealwire login`."
    )

    @OptionGroup var serverArgument: ServerArgument

    @Flag(help: "Print the day as JSON, as the server answers it.")
    var json = false

    func run() async throws {
        let day = try await serverArgument.run { client, _ in try await client.send(DiaryDayGet(date: .today)) }
        Console().write((json ? PrettyJSON.text(try PayloadCoder.encode(day)) : DayTable.text(day)) + "\n")
    }
}
