import ArgumentParser
import FoundationEssentials
import Glibc
import ServiceKit

/// The option that says which set is meant: one data directory, one set.
struct DataArgument: ParsableArguments {
    @Option(help: "The directory that keeps all of the set. Default: $MEALWIRE_DATA, or ./data.")
    var data: String?

    /// The directory by its absolute path, because the processes of the set may be asked from anywhere.
    var directory: DataDirectory {
        get throws {
            let given = data ?? ProcessInfo.processInfo.environment["MEALWIRE_DATA"] ?? "data"
            guard !given.isEmpty else { throw ValidationError("--data is empty, but must name a directory.") }
            var path = given.hasPrefix("/") ? given : "\(FileManager.default.currentDirectoryPath)/\(given)"
            while path.count > 1, path.hasSuffix("/") { path.removeLast() }
            return DataDirectory(path: path)
        }
    }
}
