/// The settings of all programs, each declared once.
///
/// A group has one file in `Declarations`, and a list `all`; a setting that is not in the list cannot be read.
package enum Settings {
    /// A group of settings with a heading.
    package struct Group: Sendable {
        package let title: String
        package let settings: [SettingDeclaration]
    }

    /// All settings, in the order of the reference page.
    package static let groups = [
        Group(title: "All processes", settings: Process.all),
        Group(title: "Services", settings: Service.all),
        Group(title: "Broker", settings: Broker.all),
        Group(title: "Bridge", settings: Bridge.all),
        Group(title: "Gateway", settings: Gateway.all),
        Group(title: "Auth", settings: Auth.all),
        Group(title: "Food catalog", settings: FoodCatalog.all),
        Group(title: "Command line tool", settings: Tool.all),
    ]

    /// Returns the settings of a program, its own before those of all processes.
    package static func all(of process: ProcessName) -> [SettingDeclaration] { byProcess[process] ?? [] }

    /// Returns the variables of an environment that look like settings, and that no program of this version reads.
    ///
    /// They are not refused, because all programs share one environment with other tools.
    package static func unknownVariables(in environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix(SettingDeclaration.variablePrefix) && !variables.contains($0) }.sorted()
    }

    private static let variables = Set(groups.flatMap(\.settings).map(\.variable) + FormerSetting.all.map(\.variable))

    private static let byProcess: [ProcessName: [SettingDeclaration]] = {
        let settings = (groups.dropFirst() + groups.prefix(1)).flatMap(\.settings)
        return Dictionary(
            uniqueKeysWithValues: ProcessName.all.map { process in
                (process, settings.filter { $0.processes.contains(process) })
            }
        )
    }()
}
