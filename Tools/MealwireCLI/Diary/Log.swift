import ArgumentParser
import CommandSupport
import Contracts
import DiaryCommands
import FoundationEssentials
import Glibc
import MealwireClient

/// `mealwire log`: adds a typed meal to the current day.
struct Log: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Log what you have eaten, as you would say it.",
        discussion: """
            For example: `mealwire log "2 eggs, toast 40 g"`, or `mealwire log banana 120` for 120 g. The text may be in \
            English, Ukrainian or Thai. The command shows what it has understood, line by line, and asks before it logs \
            anything. If it fails, run it again: nothing is logged twice. Sign in first with `mealwire login`.
            """
    )

    @Argument(help: "Foods with their amounts.")
    var food: [String]

    @Option(help: "The meal: breakfast, lunch, dinner or snack. Default: by the time of day.")
    var meal: String?

    @Flag(help: "Log what was understood, without a question.")
    var yes = false

    @OptionGroup var serverArgument: ServerArgument

    func run() async throws {
        let (text, given) = (try TypedMeal.text(of: food), try givenMeal())
        let file = try SessionFile(environment: ProcessInfo.processInfo.environment)
        let entries = try await serverArgument.run { client, server in
            let log = MealLog(client, file, server)
            if let unfinished = try await log.unfinished(text, given) {
                Self.tell("The last run of this command has not logged everything; its entries are sent again.")
                return try await log.log(unfinished)
            }
            let meal = given ?? LoggedFood.meal(atHour: Self.hour())
            let typed = try confirmed(TypedMeal(try await client.send(CatalogFoodsParse(text: text))), for: meal)
            let date = try await client.send(DiaryDayGet(date: .today)).date
            return try await log.log(
                PendingMeal(
                    server: server.text,
                    user: try await client.user?.id,
                    text: text,
                    meal: given,
                    entries: PendingMeal.entries(typed.lines, for: meal, on: date)
                )
            )
        }
        Console().write(entries.map { "\(LoggedFood.sentence($0))\n" }.joined())
    }

    private func givenMeal() throws(CommandFailure) -> Meal? {
        guard let text = meal else { return nil }
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

    private static func tell(_ text: String) { Console(descriptor: STDERR_FILENO).write("\(text)\n") }

    /// Shows a meal, and returns it as the user confirms it.
    ///
    /// - Throws: `CommandFailure` if nothing is to be logged, and without a terminal to ask on.
    private func confirmed(_ typed: TypedMeal, for meal: Meal) throws(CommandFailure) -> TypedMeal {
        var typed = typed
        Self.tell(typed.table)
        guard typed.missing.count < typed.lines.count else {
            throw CommandFailure("No food matches. Try other words, or log it in the app.")
        }
        guard !yes else {
            guard typed.missing.isEmpty else {
                throw CommandFailure("Nothing is logged, because no food matches: \(list(typed.missing)).")
            }
            return typed
        }
        let prompt = TerminalPrompt()
        guard prompt.isTerminal else {
            throw CommandFailure("Nothing is logged. Add --yes to log this without a question.")
        }
        while true {
            let rest = typed.missing.isEmpty ? "" : " without \(list(typed.missing))"
            let answer = try prompt.line(
                "Log this for \(meal.rawValue)\(rest)? y logs it, a number shows other foods, Enter logs nothing"
            )
            if ["y", "yes"].contains(answer.lowercased()) { return typed }
            guard let number = Int(answer.filter { !$0.isWhitespace }) else {
                throw CommandFailure("Nothing is logged.")
            }
            try change(number, of: &typed, prompt)
        }
    }

    /// Lets the user choose another food for a line.
    private func change(_ number: Int, of typed: inout TypedMeal, _ prompt: TerminalPrompt) throws(CommandFailure) {
        guard let others = typed.alternatives(ofLine: number) else {
            return Self.tell("There is no other food for line \(number).")
        }
        Self.tell(others)
        let answer = try prompt.line("Which one? Enter changes nothing")
        if let other = Int(answer.filter { !$0.isWhitespace }), typed.choose(other, forLine: number) {
            Self.tell(typed.table)
        }
    }

    private func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}
