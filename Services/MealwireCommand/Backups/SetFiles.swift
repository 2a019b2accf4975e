package import Contracts
import FoundationEssentials
import Glibc
package import ServiceKit

/// What of a data directory has to be kept for a set to come back.
package struct SetFiles: Sendable, Equatable {
    /// The database of a service.
    package struct Database: Sendable, Equatable {
        package let service: ServiceName
        /// Below the data directory.
        package let path: String
    }

    /// Those who follow come before their sources.
    ///
    /// What a follower lacks it loads again from its source, and whom auth has erased it erases, too. The catalogue, which may be
    /// large, comes first, so that the others are of moments close to each other.
    private static let order: [ServiceName] = [.catalog, .leaderboard, .diary, .profile, .auth]
    /// Secrets, without which the databases are no use to thieves, nor wholly to their owner.
    package static let sealingKey = "auth.sealing-key"
    static let keys = "keys"
    /// Who besides the broker's own user may connect.
    static let peers = "peers.json"
    /// The broker's own directory, where each has one.
    static let broker = "broker"
    /// What is there for the running set alone, or is the operator's to look after.
    package static let leftOut = ["run", "log", "mail", "last-backup.json"]
    /// The ends of names of files beside databases.
    package static let leftOutEnds = [
        "-wal", "-shm", "-journal", ".lock", ".restored", ".damaged", ".unchecked", ".new",
    ]

    /// The databases, in the order in which they are to be copied.
    package let databases: [Database]
    /// Other files, below the data directory.
    package let files: [String]

    /// Looks what a data directory has.
    ///
    /// A service may have a directory of its own in it, `diary/diary.sqlite`.
    ///
    /// - Parameters:
    ///   - data: The directory.
    ///   - hasKeys: Whether secrets are wanted.
    /// - Throws: `SetFailure` if there is no database.
    package init(in data: DataDirectory, hasKeys: Bool = true) throws(SetFailure) {
        let services = Self.order + ServiceName.all.filter { !Self.order.contains($0) }
        databases = services.compactMap { service in
            Self.database(of: service.rawValue, in: data.path).map { Database(service: service, path: $0) }
        }
        guard !databases.isEmpty else {
            throw SetFailure("\(data.path) holds no database of Mealwire; name the data directory with --data.")
        }
        files =
            [Self.peers, "\(Self.broker)/\(Self.peers)"].filter { Self.isThere("\(data.path)/\($0)") }
            + (hasKeys ? Self.secrets(in: data.path) : [])
    }

    /// Where the database of a service lies in a directory, as a path below it; nil if it is not there.
    static func database(of service: String, in directory: String) -> String? {
        let name = "\(service).sqlite"
        return [name, "\(service)/\(name)"].first { isThere("\(directory)/\($0)") }
    }

    /// The secrets of a data directory, as paths below it.
    static func secrets(in data: String) -> [String] {
        var paths = [sealingKey, "auth/\(sealingKey)"]
        for directory in [keys, "\(broker)/\(keys)"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(data)/\(directory)")) ?? []
            paths += names.sorted().map { "\(directory)/\($0)" }
        }
        return paths.filter { isThere("\(data)/\($0)") }
    }

    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The bytes of a database with its write-ahead log.
    static func bytes(ofDatabase path: String) -> Int { bytes(path) + bytes(path + "-wal") }

    static func bytes(_ path: String) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
    }
}
