import Foundation
import TestSupport
import Testing

/// The database of a food catalog after its first start, for new stacks.
///
/// The first start fills the catalog with 12,906 foods, which takes a processor for a second. The stacks of most tests
/// start with a copy, as after their second start; tests of `mealwire up` and of damaged databases fill it themselves.
enum FilledCatalog {
    private static let name = "food-catalog"

    /// The directory of the files, made once for each build beside the executables.
    private static let directory = Result { try made() }

    /// Copies the database into a data directory in which no process has started yet.
    ///
    /// - Throws: An error if the catalog cannot be started or a file cannot be copied.
    static func copy(into data: String) throws {
        let source = try directory.get()
        for file in try FileManager.default.contentsOfDirectory(atPath: source) {
            try FileManager.default.copyItem(atPath: "\(source)/\(file)", toPath: "\(data)/\(file)")
        }
    }

    /// Fills a catalog, or finds what an earlier run of the same build has filled.
    private static func made() throws -> String {
        let executable = CommandLineTool.executable(name)
        let attributes = try FileManager.default.attributesOfItem(atPath: executable.path)
        let built = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let path = executable.deletingLastPathComponent().appending(path: "filled-catalog-\(built)").path
        if FileManager.default.fileExists(atPath: path) { return path }
        let temporary = try TemporaryDirectory()
        defer { temporary.remove() }
        try fill(temporary)
        // Complete under its name, or not there: another run of the tests may look at the same time.
        let fresh = "\(path).\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: fresh, withIntermediateDirectories: false)
        // The database and its log; the rest belongs to the processes that had it open.
        for file in ["\(name).sqlite", "\(name).sqlite-wal"]
        where FileManager.default.fileExists(atPath: temporary.file(file)) {
            try FileManager.default.copyItem(atPath: temporary.file(file), toPath: "\(fresh)/\(file)")
        }
        do {
            try FileManager.default.moveItem(atPath: fresh, toPath: path)
        } catch {
            try FileManager.default.removeItem(atPath: fresh)
            guard FileManager.default.fileExists(atPath: path) else { throw error }
        }
        return path
    }

    /// Starts a broker and the catalog until it serves, and ends them.
    ///
    /// It follows the events of services that are missing, so it stores nothing of them.
    private static func fill(_ directory: TemporaryDirectory) throws {
        let heartbeat = directory.file("heartbeat")
        let processes = ["broker", name].map { executable in
            CommandLineTool.process(["--data", directory.path, "--log-level", "error"], of: executable)
        }
        processes[1].environment =
            ProcessInfo.processInfo.environment.merging(["MEALWIRE_HEARTBEAT_FILE": heartbeat]) { $1 }
        // The catalog first: it deregisters from the broker.
        defer { for process in processes.reversed() where process.isRunning { process.end() } }
        for process in processes {
            process.standardOutput = FileHandle.nullDevice
            try process.run()
        }
        try eventuallyBlocking("the catalog is filled") { FileManager.default.fileExists(atPath: heartbeat) }
    }
}
