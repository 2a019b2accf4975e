import Contracts
import Glibc
import ServiceKit

/// Where the files of a backup go in a data directory.
///
/// A set may give each service a directory of its own, or have all in one. What replaces a directory keeps the way of that one,
/// whatever the backup has, because the services look for their files there.
struct RestoreLayout {
    /// Paths below the data directory, by those in the backup.
    private let paths: [String: String]

    /// - Parameters:
    ///   - manifest: Of the backup.
    ///   - old: The directory that is replaced, if there is one; otherwise all stays as it is in the backup.
    init(of manifest: BackupManifest, like old: DataDirectory?) {
        guard let old, let set = try? SetFiles(in: old) else {
            self.paths = [:]
            return
        }
        let isDivided = set.databases.contains { $0.path != "\($0.service.rawValue).sqlite" }
        var targets: [String: String] = [:]
        // What is no service's could lie anywhere, and stays where the backup has it.
        for database in manifest.databases where ServiceName.all.contains(where: { $0.rawValue == database.service }) {
            let known = set.databases.first { $0.service.rawValue == database.service }
            let name = "\(database.service).sqlite"
            targets[database.path] = known?.path ?? (isDivided ? "\(database.service)/\(name)" : name)
        }
        let auth = set.databases.first { $0.service == .auth }
        let isAuthDivided = auth.map { $0.path != "\($0.service.rawValue).sqlite" } ?? isDivided
        let isBrokerDivided = isDivided && Self.isDirectory("\(old.path)/\(SetFiles.broker)")
        let present = Set(manifest.files.map(\.path))
        for file in manifest.files {
            let path = Self.path(of: file.path, isAuthDivided, isBrokerDivided)
            if !present.contains(path) { targets[file.path] = path }
        }
        self.paths = targets
    }

    /// Where a file of the backup goes.
    func path(of path: String) -> String { paths[path] ?? path }

    private static func path(of file: String, _ isAuthDivided: Bool, _ isBrokerDivided: Bool) -> String {
        let parts = file.split(separator: "/").map { String($0) }
        if parts.last == SetFiles.sealingKey {
            return isAuthDivided ? "\(ServiceName.auth.rawValue)/\(SetFiles.sealingKey)" : SetFiles.sealingKey
        }
        let own = parts.first == SetFiles.broker ? Array(parts.dropFirst()) : parts
        guard own.first == SetFiles.peers || own.first == SetFiles.keys else { return file }
        let path = own.joined(separator: "/")
        return isBrokerDivided ? "\(SetFiles.broker)/\(path)" : path
    }

    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
