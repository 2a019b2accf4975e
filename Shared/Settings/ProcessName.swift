/// The name of a program that reads settings: the executables of a stack, and the command line tool.
package enum ProcessName: String, Sendable, CaseIterable {
    case broker
    case bridge
    case gateway
    case auth
    case profile
    case calorieCalculator = "calorie-calculator"
    case foodCatalog = "food-catalog"
    case diary
    case leaderboard
    /// The command line tool; its own options are arguments of its commands.
    case mealwire

    /// The processes of a stack.
    package static let stack = allCases.filter { $0 != .mealwire }
    /// The processes that answer requests behind the broker.
    package static let services: [ProcessName] = [
        .auth, .profile, .calorieCalculator, .foodCatalog, .diary, .leaderboard,
    ]
    /// The services with a database.
    package static let stores = services.filter { $0 != .calorieCalculator }
    /// The services with bulk methods.
    package static let bulkServices: [ProcessName] = [.calorieCalculator, .foodCatalog, .diary]
}
