import ArgumentParser
import FoundationEssentials
import Glibc
import ServiceKit
import Settings

/// The option `--data`, which selects the stack: each data directory belongs to one stack.
struct DataArgument: ParsableArguments {
    @Option(help: "The data directory of the stack. Default: $MEALWIRE_DATA, or ./data.")
    var data: String?

    /// The absolute path of the directory, because the working directories of processes differ.
    ///
    /// `$MEALWIRE_RUN` names another directory for the sockets, as it does for the services. `--data` overrides both.
    var directory: DataDirectory {
        get throws {
            let environment = ProcessInfo.processInfo.environment
            let setting = Settings.Process.data
            let given = data ?? environment[setting.declaration.variable] ?? setting.standard
            guard !given.isEmpty else { throw ValidationError("--data is empty, but must name a directory.") }
            let variable = Settings.Process.run.declaration.variable
            let run = data == nil ? environment[variable].flatMap { $0.isEmpty ? nil : $0 } : nil
            return DataDirectory(path: Self.absolute(given), run: run.map(Self.absolute))
        }
    }

    static func absolute(_ given: String) -> String {
        var path = given.hasPrefix("/") ? given : "\(FileManager.default.currentDirectoryPath)/\(given)"
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
