/// The text of a process's `--help`.
package enum SettingsHelp {
    /// Returns whether the arguments of a process ask for help.
    package static func isRequested(by arguments: [String]) -> Bool {
        arguments.dropFirst().contains { $0 == "--help" || $0 == "-h" }
    }

    /// Returns the text of `--help`.
    package static func text(of process: ProcessName) -> String {
        let settings = Settings.all(of: process).map { (names: names(of: $0), setting: $0) }
        let width = settings.map(\.names.count).max() ?? 0
        let lines = settings.map { names, setting in
            let padding = String(repeating: " ", count: width - names.count)
            return "  \(names)\(padding)  \(line(of: setting))"
        }
        return """
            Usage: \(process.rawValue) [--OPTION VALUE]…

            Runs one process of a stack. `mealwire up` starts all of them, and does not accept these options: set the
            environment variables there. The command line comes before the environment.

            \(lines.joined(separator: "\n"))
            """
    }

    private static func names(of setting: SettingDeclaration) -> String {
        [setting.shownOption, setting.variable].compactMap(\.self).joined(separator: ", ")
    }

    private static func line(of setting: SettingDeclaration) -> String {
        let details = [setting.kind.values, "default: \(setting.fallback)"].compactMap(\.self)
        return "\(setting.meaning) (\(details.joined(separator: "; ")))"
    }
}

extension SettingKind {
    /// The values for a list: `1 to 3650 days`; nil where the meaning of the setting says it.
    package var values: String? {
        switch self {
        case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
        case .duration(let range, let unit), .bytes(let range, let unit):
            "\(range.lowerBound) to \(range.upperBound) \(unit.rawValue)"
        case .number(let range): "\(range.lowerBound.plain) to \(range.upperBound.plain)"
        case .choice: allowed
        case .boolean: "true or false"
        case .path, .text(form: nil): nil
        case .text(let form?), .secret(let form): form
        }
    }
}
