import Crypto
import FoundationEssentials
import GRDB

/// Which set a database is of, whatever directory or machine it lies on.
package enum SetIdentity {
    /// Enough that no two sets of one owner are taken for each other.
    private static let digitsMax = 16

    /// A name that every later state of the same database has, too.
    ///
    /// - Parameter path: Of a database; it is only read.
    /// - Returns: Hexadecimal digits, which tell nothing of the key that they are made of; nil if it is older than tombstones.
    /// - Throws: if it cannot be read.
    package static func read(from path: String) throws -> String? {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let key: Data? = try queue.read { try TombstoneMerge.tombstoneKey($0) }
        try queue.close()
        guard let key else { return nil }
        let pairs: [String] = SHA256.hash(data: key).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        return String(pairs.joined().prefix(digitsMax))
    }
}
