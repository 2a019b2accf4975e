import ArgumentParser
import FoundationEssentials
import Glibc
import ServiceKit

/// The option that says which set is meant: one data directory, one set.
struct DataArgument: ParsableArguments {
    @Option(help: "The directory that keeps all of the set. Default: $MEALWIRE_DATA, or ./data.")
    var data: String?

    /// The directory by its absolute path, because the processes of the set may be asked from anywhere.
    ///
    /// `$MEALWIRE_RUN` says where its sockets lie if that is elsewhere, as it does to the processes; `--data` names a set whole.
    var directory: DataDirectory {
        get throws {
            let environment = ProcessInfo.processInfo.environment
            let given = data ?? environment["MEALWIRE_DATA"] ?? "data"
            guard !given.isEmpty else { throw ValidationError("--data is empty, but must name a directory.") }
            let run = data == nil ? environment["MEALWIRE_RUN"].flatMap { $0.isEmpty ? nil : $0 } : nil
            return DataDirectory(path: Self.absolute(given), run: run.map(Self.absolute))
        }
    }

    private static func absolute(_ given: String) -> String {
        var path = given.hasPrefix("/") ? given : "\(FileManager.default.currentDirectoryPath)/\(given)"
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
