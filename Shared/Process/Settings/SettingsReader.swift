import Configuration

/// Reads the settings of a process: from credentials, then the command line, then the environment.
///
/// Nothing else in the project reads `ConfigReader`, so that a process reads only declared settings.
package struct SettingsReader: Sendable {
    private let reader: ConfigReader
    /// The process that may read its settings; nil for the settings of all.
    private let process: ProcessName?

    /// Creates the reader of a process.
    ///
    /// - Parameters:
    ///   - process: The process.
    ///   - arguments: Its command line, with the name of the program first.
    ///   - environment: Its environment.
    /// - Throws: `ConfigurationFailure` for an option that the process does not have; `CredentialFailure` for a
    ///   credential that cannot be used.
    package init(of process: ProcessName, arguments: [String], environment: [String: String]) throws {
        let options = try CommandLineOptions(arguments, of: process)
        let reader = ConfigReader(providers: [
            try Credentials.provider(environment: environment),
            InMemoryProvider(name: "command line", values: Self.values(options.values)),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "mealwire"),
        ])
        (self.reader, self.process) = (reader, process)
    }

    /// Creates a reader of values by the names of settings.
    package init(_ values: [String: String] = [:]) {
        reader = ConfigReader(provider: InMemoryProvider(values: Self.values(values)))
        process = nil
    }

    /// Reads the value of a setting, or its default if it is not set.
    ///
    /// - Parameters:
    ///   - setting: The setting, which must be declared for the process.
    ///   - standard: A default that depends on other values; the declared one if nil.
    /// - Returns: The value.
    /// - Throws: `ConfigurationFailure` for a value that is not allowed.
    package func read<Value>(
        _ setting: Setting<Value>,
        default standard: Value? = nil
    ) throws(ConfigurationFailure) -> Value {
        guard let text = try self.text(setting.declaration) else { return standard ?? setting.standard }
        guard let value = setting.parse(text) else { throw ConfigurationFailure(setting, text) }
        return value
    }

    /// Reads the text of a setting; nil if it is not set.
    ///
    /// - Throws: `ConfigurationFailure` for a text that its type does not allow.
    package func text(_ setting: SettingDeclaration) throws(ConfigurationFailure) -> String? {
        if let process {
            precondition(
                Settings.all(of: process).contains { $0.name == setting.name },
                "\(setting.name) is not in the list of \(process.rawValue)'s settings"
            )
        }
        let text = reader.string(forKey: ConfigKey(setting.name), isSecret: setting.kind.isSecret)
        // An empty variable switches nothing on or off.
        guard let text, !(text.isEmpty && setting.kind == .boolean) else { return nil }
        guard setting.kind.accepts(text) else { throw ConfigurationFailure(setting.name, text, setting.kind.allowed) }
        return text
    }

    private static func values(_ texts: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
        let values = texts.map { name, text in
            let key = AbsoluteConfigKey(name.split(separator: ".").map(String.init))
            return (key, ConfigValue(.string(text), isSecret: false))
        }
        return Dictionary(uniqueKeysWithValues: values)
    }
}

/// The options of a command line, by the names of the settings.
struct CommandLineOptions {
    private(set) var values: [String: String] = [:]

    /// Reads `--name value`, `--name=value`, and `--name` for a setting that is on or off.
    ///
    /// The last one of equal options counts.
    ///
    /// - Parameters:
    ///   - arguments: The command line, with the name of the program first.
    ///   - process: The process.
    /// - Throws: `ConfigurationFailure` for an option that the process does not have, and for one without a value.
    init(_ arguments: [String], of process: ProcessName) throws(ConfigurationFailure) {
        let known = Settings.all(of: process)
        var rest = arguments.dropFirst()
        while let argument = rest.popFirst() {
            let (option, inlined) = Self.split(argument)
            guard let setting = known.first(where: { $0.option == option }) else {
                let what = argument.hasPrefix("--") ? "option \(option)" : "argument \(argument)"
                throw ConfigurationFailure(
                    "\(process.rawValue) has no \(what). `\(process.rawValue) --help` lists its options."
                )
            }
            if let value = inlined ?? (rest.first?.hasPrefix("--") == false ? rest.popFirst() : nil) {
                values[setting.name] = value
            } else if setting.kind == .boolean {
                values[setting.name] = "true"
            } else {
                throw ConfigurationFailure("The option \(option) needs a value.")
            }
        }
    }

    private static func split(_ argument: String) -> (option: String, value: String?) {
        guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }
}
