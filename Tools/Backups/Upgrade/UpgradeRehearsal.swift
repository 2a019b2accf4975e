import CommandSupport
import Contracts
import FoundationEssentials
import Glibc
package import ServiceKit
package import Storage

/// Tries the migrations of new executables on a verified copy of a stack, which continues to run.
package struct UpgradeRehearsal {
    /// The needed space as a multiple of the stack's size.
    ///
    /// A migration that rewrites a table needs space for the old table, the new one, and both once more in the
    /// write-ahead log: a dropped table is overwritten with zeros. One gibibyte of images took four.
    private static let spaceFactor = 4

    /// The result for one service.
    package struct Result: Codable, Sendable {
        package var service: String
        /// Nil if the rehearsal failed.
        package var rehearsal: MigrationRehearsal?
        /// Sentences that explain why the upgrade must not be done.
        package var problems: [String]

        package init(service: String, rehearsal: MigrationRehearsal?, problems: [String]) {
            self.service = service
            self.rehearsal = rehearsal
            self.problems = problems
        }
    }

    private let data: DataDirectory
    private let executables: String
    private let parent: String
    private let progress: CopyProgress

    /// - Parameters:
    ///   - data: The data directory of the stack.
    ///   - executables: The directory of the new version.
    ///   - parent: The directory for the copy, which is removed afterwards.
    ///   - isQuiet: Whether to hide the progress.
    package init(of data: DataDirectory, with executables: String, in parent: String, isQuiet: Bool = true) {
        self.data = data
        self.executables = executables
        self.parent = parent
        progress = CopyProgress(isQuiet: isQuiet)
    }

    /// Rehearses the upgrade.
    ///
    /// - Throws: `CommandFailure` or `CopyFailure` if the rehearsal itself is impossible.
    package func run() throws -> [Result] {
        let stack = try StackFiles(in: data)
        for database in stack.databases { try requireExecutable(database.service.rawValue) }
        RehearsalDirectory.sweep(parent)
        let bytes = stack.databases.reduce(0) { $0 + StackFiles.bytes(ofDatabase: "\(data.path)/\($1.path)") }
        try FreeSpace.require(in: parent, for: bytes * Self.spaceFactor, "a rehearsal")
        let copy = "\(parent)/\(RehearsalDirectory.prefix)\(getpid())"
        try DurableFiles.makeDirectory(copy)
        let lock = try HeldLock(RehearsalDirectory.lock(of: copy))
        defer {
            withExtendedLifetime(lock) {}
            progress.end()
            // The next rehearsal removes what is left.
            try? DurableFiles.remove(copy)
        }
        return try stack.databases.map { try rehearse($0, in: copy) }
    }

    private func requireExecutable(_ name: String) throws(CommandFailure) {
        let path = "\(executables)/\(name)"
        guard access(path, X_OK) == 0 else {
            throw CommandFailure(
                "\(path) cannot be run (\(systemReason())): name the directory of the new executables with --binaries."
            )
        }
    }

    private func rehearse(_ database: StackFiles.Database, in copy: String) throws -> Result {
        let name = database.service.rawValue
        // Only one service's copy exists at a time, which limits the needed space.
        let directory = "\(copy)/\(name)"
        try DurableFiles.makeDirectory(directory)
        // The rehearsal removes what is left with its own directory.
        defer { try? DurableFiles.remove(directory) }
        try DatabaseCopy.make(from: "\(data.path)/\(database.path)", to: "\(directory)/\(name).sqlite") {
            [progress] done, inAll in
            progress.show("copying \(name)", done, of: inAll)
            try StopRequest.check()
        }
        progress.begin("migrating \(name)")
        do {
            let process = MigrationProcess(executable: "\(executables)/\(name)", directory: directory)
            let rehearsal = try process.run()
            return Result(service: name, rehearsal: rehearsal, problems: rehearsal.problems)
        } catch let failure as CommandFailure {
            return Result(service: name, rehearsal: nil, problems: [failure.description])
        }
    }
}

/// The results of a rehearsal as a table and sentences.
package struct RehearsalTable {
    private static let titles = ["SERVICE", "RESULT", "MIGRATIONS", "SECONDS", "SIZE BEFORE", "AFTER"]

    private let results: [UpgradeRehearsal.Result]

    package init(_ results: [UpgradeRehearsal.Result]) { self.results = results }

    package var isSuccessful: Bool { results.allSatisfy(\.problems.isEmpty) }

    package var text: String {
        let rows = results.map { result in
            let cells = result.rehearsal.map { rehearsal in
                [
                    "\(rehearsal.migrations.count)", Self.seconds(rehearsal.seconds),
                    ByteText.text(rehearsal.bytesBefore), ByteText.text(rehearsal.bytesAfter),
                ]
            }
            return [result.service, result.problems.isEmpty ? "ok" : "failed"] + (cells ?? ["-", "-", "-", "-"])
        }
        let problems = results.flatMap { result in
            // Processes already begin their messages with their name.
            result.problems.map { $0.hasPrefix("\(result.service): ") ? $0 : "\(result.service): \($0)" }
        }
        let migrations = results.compactMap { result in
            result.rehearsal.flatMap { rehearsal in
                rehearsal.migrations.isEmpty
                    ? nil : "\(result.service) runs \(rehearsal.migrations.joined(separator: ", "))."
            }
        }
        let table = TextTable.text([Self.titles] + rows, textColumns: 2)
        return ([table] + (migrations + problems).map { "\n" + $0 }).joined()
    }

    private static func seconds(_ seconds: Double) -> String {
        let hundredths = Int((seconds * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}

/// The directories of upgrade rehearsals.
///
/// A running rehearsal holds a lock in its directory. A directory with a free lock was left by a killed rehearsal.
enum RehearsalDirectory {
    static let prefix = "mealwire-rehearsal-"

    /// Returns the path of the lock file in a directory.
    static func lock(of directory: String) -> String { "\(directory)/rehearsal.lock" }

    /// Removes directories that killed rehearsals of this user have left.
    ///
    /// Ignores those that cannot be removed.
    static func sweep(_ parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let directory = "\(parent)/\(name)"
            guard isOwn(directory), StackFiles.fileExists(lock(of: directory)) else { continue }
            removeUnlocked(directory)
        }
    }

    private static func removeUnlocked(_ directory: String) {
        // A lock that cannot be taken belongs to a running rehearsal.
        guard let lock = try? HeldLock(Self.lock(of: directory)) else { return }
        try? DurableFiles.remove(directory)
        withExtendedLifetime(lock) {}
    }

    /// Whether this user owns the directory: in a shared directory, other users may have created that name.
    private static func isOwn(_ directory: String) -> Bool {
        var status = stat()
        return lstat(directory, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
    }
}
