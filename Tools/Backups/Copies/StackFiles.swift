package import CommandSupport
package import Contracts
import FoundationEssentials
import Glibc
package import ServiceKit

/// The files of a data directory that a backup must contain.
package struct StackFiles: Sendable, Equatable {
    /// The database of a service.
    package struct Database: Sendable, Equatable {
        package let service: ServiceName
        /// The path relative to the data directory.
        package let path: String
    }

    /// The key of second factors.
    ///
    /// Without it, a thief cannot read the secrets of second factors, and all codes are refused. The keys that sign
    /// access tokens are in auth's database.
    package static let sealingKey = "auth.sealing-key"
    package static let keys = "keys"
    /// The list of processes that may connect besides the broker's own user.
    package static let peers = "peers.json"
    /// The subdirectory of the broker, in layouts where each process has one.
    package static let broker = "broker"
    /// Files of the running stack only, or in the operator's care; not part of a backup.
    package static let excluded = ["run", "log", "mail", "last-backup.json"]
    /// Suffixes of files beside databases that are not part of a backup.
    package static let excludedSuffixes = [
        "-wal", "-shm", "-journal", ".lock", ".restored", ".damaged", ".unchecked", ".new",
        WorkingCopy.suffix,
    ]

    /// The databases in the order of copying.
    package let databases: [Database]
    /// The paths of other files, relative to the data directory.
    package let files: [String]

    /// Finds the files of a data directory.
    ///
    /// A service may have a subdirectory of its own, such as `diary/diary.sqlite`.
    ///
    /// - Parameters:
    ///   - data: The directory.
    ///   - hasKeys: Whether to include secrets.
    /// - Throws: `CommandFailure` if there is no database, or a directory of secrets cannot be read.
    package init(in data: DataDirectory, hasKeys: Bool = true) throws(CommandFailure) {
        databases = ServiceDescription.copyOrder.compactMap { service in
            Self.database(of: service.rawValue, in: data.path).map { Database(service: service, path: $0) }
        }
        guard !databases.isEmpty else {
            throw CommandFailure("\(data.path) contains no database of Mealwire; name the data directory with --data.")
        }
        files =
            try [Self.peers, "\(Self.broker)/\(Self.peers)"].filter { Self.fileExists("\(data.path)/\($0)") }
            + (hasKeys ? Self.secrets(in: data.path) : [])
    }

    /// Returns the relative path of a service's database in a directory; nil if it does not exist.
    package static func database(of service: String, in directory: String) -> String? {
        let name = "\(service).sqlite"
        return [name, "\(service)/\(name)"].first { fileExists("\(directory)/\($0)") }
    }

    /// Returns the relative paths of the secrets in a data directory.
    ///
    /// - Throws: `CommandFailure` if a directory of secrets cannot be read: a backup without them would look complete.
    package static func secrets(in data: String) throws(CommandFailure) -> [String] {
        var paths = [sealingKey, "auth/\(sealingKey)"]
        for directory in [keys, "\(broker)/\(keys)"] where isDirectory("\(data)/\(directory)") {
            do {
                let names = try FileManager.default.contentsOfDirectory(atPath: "\(data)/\(directory)")
                paths += names.sorted().map { "\(directory)/\($0)" }
            } catch {
                throw CommandFailure("Cannot read the keys in \(data)/\(directory): \(error).")
            }
        }
        return paths.filter { fileExists("\(data)/\($0)") }
    }

    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    package static func fileExists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns the size of a database with its write-ahead log, in bytes.
    package static func bytes(ofDatabase path: String) -> Int { bytes(path) + bytes(path + "-wal") }

    /// Returns the size of a file, in bytes; 0 for one that does not exist, such as the log of a closed database.
    package static func bytes(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    }
}
