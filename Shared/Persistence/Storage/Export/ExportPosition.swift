import Contracts

/// A position in a service's export: after a row, and after a number of bytes of the next row.
struct ExportPosition: Codable, Sendable {
    /// The value of one key column.
    enum KeyValue: Codable, Sendable {
        case number(Int64)
        case text(String)

        var value: SQLValue {
            switch self {
            case .number(let number): number
            case .text(let text): text
            }
        }
    }

    var table: String
    /// The key of the last row that was exported completely; nil before the first.
    var key: [KeyValue]?
    /// How many bytes of the next row were already exported.
    var told = 0
    /// A checksum of the next row if a part of it was exported, so that no archive combines two states of one row.
    var checksum: UInt64?

    init(table: String, key: [KeyValue]? = nil) {
        self.table = table
        self.key = key
    }

    init(cursor: String) throws(ServiceError) {
        do {
            self = try PayloadCoder.decodeReply(ExportPosition.self, from: Array(cursor.utf8))
        } catch {
            throw Self.unknown
        }
        guard told >= 0 else { throw Self.unknown }
    }

    var cursor: String {
        get throws { String(decoding: try PayloadCoder.encode(self), as: UTF8.self) }
    }

    /// Throws if a part of the next row was exported and the row has changed since.
    func requireSame(_ row: [UInt8]) throws(ServiceError) {
        guard told == 0 || (told < row.count && checksum == Self.checksum(of: row)) else { throw Self.changed }
    }

    /// Returns the same position with the checksum of this row, if a part of the row was exported.
    func within(_ row: [UInt8]) -> ExportPosition {
        var position = self
        position.checksum = told == 0 ? nil : Self.checksum(of: row)
        return position
    }

    /// FNV-1a, 64 bits: detects accidental changes and is not a security measure.
    private static func checksum(of bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    static let unknown = ServiceError(.malformed, "The cursor does not belong to this export.")
    static let changed = ServiceError(.conflict, "The exported data has changed in the meantime; start again.")
}
