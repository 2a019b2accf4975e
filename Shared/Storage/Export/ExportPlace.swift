import Contracts
import GRDB

/// A place in a service's export: behind a row, and behind so many bytes of the next one.
struct ExportPlace: Codable, Sendable {
    /// A column of a row's key.
    enum KeyValue: Codable, Sendable {
        case number(Int64)
        case text(String)

        var value: any DatabaseValueConvertible {
            switch self {
            case .number(let number): number
            case .text(let text): text
            }
        }
    }

    var table: String
    /// Of the last row that was told whole; nil before the first.
    var key: [KeyValue]?
    /// Bytes of the next row that were told.
    var told = 0
    /// Of the next row's bytes where a part of them was told, so that no archive is put together of two states of it.
    var checksum: UInt64?

    init(table: String, key: [KeyValue]? = nil) {
        self.table = table
        self.key = key
    }

    init(cursor: String) throws(ServiceError) {
        do {
            self = try PayloadCoder.decodeReply(ExportPlace.self, from: Array(cursor.utf8))
        } catch {
            throw Self.unknown
        }
        guard told >= 0 else { throw Self.unknown }
    }

    var cursor: String {
        get throws { String(decoding: try PayloadCoder.encode(self), as: UTF8.self) }
    }

    /// Throws where a part of the next row was told and it is not the same any more.
    func requireSame(_ row: [UInt8]) throws(ServiceError) {
        guard told == 0 || (told < row.count && checksum == Self.checksum(of: row)) else { throw Self.changed }
    }

    /// The same place, which is within this row unless nothing of it was told.
    func within(_ row: [UInt8]) -> ExportPlace {
        var place = self
        place.checksum = told == 0 ? nil : Self.checksum(of: row)
        return place
    }

    /// FNV-1a, 64 bits: it tells changes, and protects from nobody.
    private static func checksum(of bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    static let unknown = ServiceError(.malformed, "The cursor is none that a page of this export told.")
    static let changed = ServiceError(.conflict, "What is exported has changed meanwhile; begin again.")
}
