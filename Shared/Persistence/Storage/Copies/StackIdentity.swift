import Crypto
import FoundationEssentials
import GRDB

/// Identifies the stack that a database belongs to, independent of directory and machine.
package enum StackIdentity {
    /// Length of the identifier, enough to distinguish all stacks of one owner.
    private static let digitsMax = 16

    /// Returns an identifier that every later state of the same database shares.
    ///
    /// - Parameter path: The path of a database, which is only read.
    /// - Returns: Hexadecimal digits that reveal nothing about the key they are derived from; nil if the database is
    ///   older than tombstones.
    /// - Throws: if the database cannot be read.
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
