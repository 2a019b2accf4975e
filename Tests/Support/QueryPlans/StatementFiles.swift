import Foundation
import Storage
import Synchronization

/// The statements of tests, in files that `scripts/ci/portable-sql` reads.
///
/// Off, unless `MEALWIRE_STATEMENTS` is a directory. Each line of a file is a JSON string: in `<database>.schema` the
/// statements that make a new database on PostgreSQL, in `<database>.statements` those that tests run on SQLite.
enum StatementFiles {
    private static let directory = ProcessInfo.processInfo.environment["MEALWIRE_STATEMENTS"]

    /// The lines of each file of this process, so that none is written twice.
    private static let written = Mutex<[String: Set<String>]>([:])

    /// Adds the schema and the statements of a database.
    ///
    /// - Parameters:
    ///   - texts: The statements.
    ///   - path: The database. Those of one service have one name.
    ///   - migrations: The migrations of the service.
    /// - Throws: What prevents writing.
    static func add(_ texts: [String], of path: String, migrations: [Migration]) throws {
        guard let directory else { return }
        let name = URL(filePath: path).deletingPathExtension().lastPathComponent
        let schema = (Store.ownMigrations + migrations).flatMap { $0.statements(in: .postgresql) }
        for (kind, texts) in [("schema", schema), ("statements", texts)] {
            try add(texts, to: "\(directory)/\(name).\(kind)")
        }
    }

    private static func add(_ texts: [String], to path: String) throws {
        try written.withLock { written in
            let new = texts.filter { written[path, default: []].insert($0).inserted }
            let lines = try new.map { try JSONEncoder().encode($0) + Data("\n".utf8) }
            let url = URL(filePath: path)
            let directory = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            if !FileManager.default.fileExists(atPath: path) { try Data().write(to: url) }
            let file = try FileHandle(forWritingTo: url)
            try file.seekToEnd()
            for line in lines { try file.write(contentsOf: line) }
            try file.close()
        }
    }
}
