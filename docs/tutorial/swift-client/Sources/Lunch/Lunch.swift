import Foundation
import MealwireClient

/// Logs a lunch, and prints what remains of the day.
@main
enum Lunch {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let url = URL(string: arguments[1]) else {
            return print("Usage: Lunch URL EMAIL PASSWORD")
        }
        let client = MealwireClient(baseURL: url)
        do {
            let outcome = try await client.signIn(email: arguments[2], password: arguments[3])
            if case .secondFactor(let challenge) = outcome {
                print("Code of the second factor:")
                _ = try await client.signIn(challenge, code: readLine() ?? "")
            }
            let soup = EntryAmount(name: "Tomato soup", kcal: 180)
            try await client.send(Intent(DiaryEntriesAdd(date: .today, meal: .lunch, amount: soup)))
            let day = try await client.send(DiaryDayGet(date: .today))
            print("\(day.date): \(day.totals.kcal) kcal eaten, \(day.remaining?.kcal ?? 0) kcal left")
            try await client.signOut()
        } catch let problem as MealwireProblem {
            print(problem.detail)
            for field in problem.fieldErrors { print("- \(field.field): \(field.message)") }
        }
    }
}
