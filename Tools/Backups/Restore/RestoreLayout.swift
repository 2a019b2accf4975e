import Contracts
import ServiceKit

/// Maps the paths of a backup to paths in a data directory.
///
/// A stack stores all files in one directory or gives each service its own.
/// A restored directory uses the layout of the directory that it replaces, whatever the layout of the backup.
/// The services look for their files there.
struct RestoreLayout {
    /// Paths in the data directory, by path in the backup.
    ///
    /// Paths that do not change are absent.
    private let paths: [String: String]

    /// - Parameters:
    ///   - manifest: The manifest of the backup.
    ///   - old: The directory to be replaced; nil to use the layout of the backup.
    init(of manifest: BackupManifest, like old: DataDirectory?) {
        // A directory without a database has no layout.
        guard let old, let stack = try? StackFiles(in: old, hasKeys: false) else {
            self.paths = [:]
            return
        }
        let isDivided = stack.databases.contains { $0.path != "\($0.service.rawValue).sqlite" }
        var targets: [String: String] = [:]
        // A database of an unknown service has no known place and stays at its path in the backup.
        for database in manifest.databases where ServiceName.all.contains(where: { $0.rawValue == database.service }) {
            let known = stack.databases.first { $0.service.rawValue == database.service }
            let name = "\(database.service).sqlite"
            targets[database.path] = known?.path ?? (isDivided ? "\(database.service)/\(name)" : name)
        }
        let auth = stack.databases.first { $0.service == .auth }
        let isAuthDivided = auth.map { $0.path != "\($0.service.rawValue).sqlite" } ?? isDivided
        let isBrokerDivided = isDivided && StackFiles.isDirectory("\(old.path)/\(StackFiles.broker)")
        let present = Set(manifest.files.map(\.path))
        for file in manifest.files {
            let path = Self.path(of: file.path, isAuthDivided, isBrokerDivided)
            if !present.contains(path) { targets[file.path] = path }
        }
        self.paths = targets
    }

    /// Returns the path in the data directory for a path in the backup.
    func path(of path: String) -> String { paths[path] ?? path }

    private static func path(of file: String, _ isAuthDivided: Bool, _ isBrokerDivided: Bool) -> String {
        let parts = file.split(separator: "/").map { String($0) }
        if parts.last == StackFiles.sealingKey {
            return isAuthDivided ? "\(ServiceName.auth.rawValue)/\(StackFiles.sealingKey)" : StackFiles.sealingKey
        }
        let own = parts.first == StackFiles.broker ? Array(parts.dropFirst()) : parts
        guard own.first == StackFiles.peers || own.first == StackFiles.keys else { return file }
        let path = own.joined(separator: "/")
        return isBrokerDivided ? "\(StackFiles.broker)/\(path)" : path
    }
}
