import ArgumentParser
import Calendar
import CommandSupport
import Contracts
import DiaryCommands
import FoundationEssentials
import Glibc
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

/// `mealwire log`: adds a food to the current day.
struct Log: AsyncParsableCommand {
    /// The number of foods to choose from, which fit on a screen.
    private static let choicesMax = 10

    static let configuration = CommandConfiguration(
        abstract: "Log a food by its name and its weight in grams.",
        discussion: """
            For example: `mealwire log banana 120`. If several foods match, the command asks which one. Sign in first \
            with `mealwire login`.
            """
    )

    @Argument(help: "The name of a food, and its weight in grams.")
    var food: [String]

    @Option(help: "The meal: breakfast, lunch, dinner or snack. Default: by the time of day.")
    var meal: String?

    @Flag(help: "Take the first food that matches, without a question.")
    var yes = false

    @OptionGroup var serverArgument: ServerArgument

    func run() async throws {
        let (query, grams) = try LoggedFood.parse(food)
        let meal = try chosenMeal()
        let entry = try await serverArgument.run { client, _ in
            let found = try await client.send(CatalogSearch(q: query, limit: Self.choicesMax)).items
            let food = try choose(found, query)
            let amount = EntryAmount(foodId: food.id, grams: grams)
            // One intent, so that a repetition after a lost answer logs nothing twice.
            return try await client.send(Intent(DiaryEntriesAdd(date: .today, meal: meal, amount: amount)))
        }
        Console().write("\(LoggedFood.sentence(entry))\n")
    }

    private func chosenMeal() throws(CommandFailure) -> Meal {
        guard let text = meal else { return LoggedFood.meal(atHour: Self.hour()) }
        guard let meal = Meal(rawValue: text.lowercased()) else {
            let all = Meal.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("There is no meal \(text). Give one of \(all).")
        }
        return meal
    }

    /// The hour of this machine's local time.
    private static func hour() -> Int {
        var (now, local) = (time(nil), tm())
        localtime_r(&now, &local)
        return Int(local.tm_hour)
    }

    private func choose(_ foods: [Food], _ query: String) throws(CommandFailure) -> Food {
        guard let first = foods.first else {
            throw CommandFailure("No food matches \(query). Try fewer words, or log it in the app.")
        }
        if let clear = yes ? first : LoggedFood.clearMatch(for: query, in: foods) { return clear }
        let prompt = TerminalPrompt()
        Console(descriptor: STDERR_FILENO).write(LoggedFood.choices(foods) + "\n")
        guard prompt.isTerminal else {
            throw CommandFailure(
                "Several foods match \(query). Give a longer name, or add --yes to take the first one."
            )
        }
        let answer = try prompt.line("Which one, from 1 to \(foods.count)? Enter logs nothing")
        guard let number = Int(answer.filter { !$0.isWhitespace }), foods.indices.contains(number - 1) else {
            throw CommandFailure("Nothing is logged.")
        }
        return foods[number - 1]
    }
}
