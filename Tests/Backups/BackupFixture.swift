import Backups
import Contracts
import Foundation
import Logging
import ServiceKit
import Storage
import TestSupport

/// A data directory with two databases and other files, and a directory for backups.
struct BackupFixture {
    static let logger = Logger.silent
    static let migrations = [
        Migration("test-1", "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")
    ]
    static let services = [ServiceName.diary, .auth]
    static let key = "a key that seals\n"

    let root: String
    let data: DataDirectory

    var backups: String { "\(root)/backups" }

    static func run(_ body: (BackupFixture) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let root = directory.path
        let fixture = BackupFixture(root: root, data: DataDirectory(path: "\(root)/data"))
        for directory in ["keys", "run", "mail"] {
            try FileManager.default.createDirectory(
                atPath: "\(fixture.data.path)/\(directory)",
                withIntermediateDirectories: true
            )
        }
        for service in services { try await fixture.add("first", to: service) }
        for (name, text) in [
            ("auth.sealing-key", key), ("keys/broker.key", "secret\n"), ("peers.json", "{}\n"),
            ("mail/letter", "Hello"),
        ] { try text.write(toFile: "\(fixture.data.path)/\(name)", atomically: true, encoding: .utf8) }
        try await body(fixture)
    }

    func open(_ service: ServiceName, in directory: DataDirectory? = nil) async throws -> Store {
        try await Store.open(
            (directory ?? data).database(of: service),
            migrations: Self.migrations,
            logger: Self.logger
        )
    }

    func add(_ text: String, to service: ServiceName) async throws {
        let store = try await open(service)
        _ = try await store.write { try $0.execute("INSERT INTO note (text) VALUES (?)", [text]) }
        try store.close()
    }

    func notes(_ service: ServiceName, in directory: DataDirectory? = nil) async throws -> [String] {
        let store = try await open(service, in: directory)
        let notes = try await store.read {
            try $0.rows("SELECT text FROM note ORDER BY id").map { try $0.value("text", as: String.self) }
        }
        try store.close()
        return notes
    }

    func epoch(_ service: ServiceName, in directory: DataDirectory? = nil) async throws -> String {
        let store = try await open(service, in: directory)
        let epoch = try await store.beacon().epoch
        try store.close()
        return epoch
    }

    @discardableResult
    func backUp(
        keeping retention: BackupRetention = BackupRetention(),
        hasKeys: Bool = true,
        sealedWith key: BackupKey? = nil
    ) throws -> String {
        try BackupRun(of: data, in: backups, keeping: retention, hasKeys: hasKeys, sealedWith: key).make().path
    }

    /// Makes a key in a directory apart from data and backups.
    func makeKey(_ name: String = "backup.key") throws -> BackupKey {
        let directory = "\(root)/secrets"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        return try BackupKey.make("\(directory)/\(name)")
    }

    func text(_ name: String, in directory: String? = nil) -> String? {
        try? String(contentsOfFile: "\(directory ?? data.path)/\(name)", encoding: .utf8)
    }

    func names(_ directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    /// Inverts a byte in the middle of a file.
    func damage(_ path: String) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes[bytes.count / 2] ^= 0xFF
        try bytes.write(to: URL(fileURLWithPath: path))
    }
}
