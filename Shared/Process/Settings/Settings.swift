/// The settings of all programs, each declared once.
///
/// A group has one file in `Declarations`, and a list `all`; a setting that is not in the list cannot be read.
package enum Settings {
    /// A group of settings with a heading.
    package struct Group: Sendable {
        package let title: String
        /// The programs that read the settings, where a setting does not name others.
        package let processes: [ProcessName]
        package let settings: [SettingDeclaration]
    }

    /// All settings, in the order of the reference page.
    package static let groups = [
        Group(title: "All processes", processes: ProcessName.stack, settings: Process.all),
        Group(title: "Services", processes: ProcessName.services, settings: Service.all),
        Group(title: "Broker", processes: [.broker], settings: Broker.all),
        Group(title: "Bridge", processes: [.bridge], settings: Bridge.all),
        Group(title: "Gateway", processes: [.gateway], settings: Gateway.all),
        Group(title: "Auth", processes: [.auth], settings: Auth.all),
        Group(title: "Food catalog", processes: [.foodCatalog], settings: FoodCatalog.all),
        Group(title: "Command line tool", processes: [.mealwire], settings: Tool.all),
    ]

    /// Returns the settings of a program, its own before those of all processes.
    package static func all(of process: ProcessName) -> [SettingDeclaration] { byProcess[process] ?? [] }

    /// Returns the variables of an environment that look like settings, and that no program of this version reads.
    ///
    /// They are not refused, because all programs share one environment with other tools.
    package static func unknownVariables(in environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix(SettingDeclaration.variablePrefix) && !variables.contains($0) }.sorted()
    }

    private static let variables = Set(groups.flatMap(\.settings).map(\.variable))

    private static let byProcess: [ProcessName: [SettingDeclaration]] = {
        let settings = (groups.dropFirst() + groups.prefix(1)).flatMap(\.settings)
        return Dictionary(
            uniqueKeysWithValues: ProcessName.all.map { process in
                (process, settings.filter { $0.processes.contains(process) })
            }
        )
    }()
}
