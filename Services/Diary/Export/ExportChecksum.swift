import Contracts
import Crypto
import FoundationEssentials

/// A checksum over the rows of an exported table, stored in its last row, to detect a truncated file.
struct ExportChecksum: Equatable {
    /// A control character that no field of an export contains.
    private static let separator = UInt8(0x1F)
    private static let digestBytes = SHA256Digest.byteCount

    private(set) var rows = 0
    /// SHA-256 of the previous digest and the fields of a row, so that a page continues from the previous one.
    ///
    /// It covers fields, not bytes: a spreadsheet that opens and saves a table may quote other fields.
    private var digest = Data(count: digestBytes)

    init() {}

    /// Parses the checksum of a last row or cursor; returns nil if it is invalid.
    init?(rows: String, digest text: String) {
        guard let rows = Int(rows), rows >= 0, let digest = Data(base64Encoded: text),
            digest.count == Self.digestBytes
        else { return nil }
        (self.rows, self.digest) = (rows, digest)
    }

    var digestText: String { digest.base64EncodedString() }

    /// Adds a row.
    mutating func add(_ fields: [String]) {
        rows += 1
        var hash = SHA256()
        hash.update(data: digest)
        var bytes: [UInt8] = []
        for field in fields {
            bytes.append(contentsOf: field.utf8)
            bytes.append(Self.separator)
        }
        hash.update(data: bytes)
        digest = Data(hash.finalize())
    }
}

/// Compares the rows of a table with the checksum in its last row.
struct ExportTrailer {
    private var found = ExportChecksum()
    /// Rows that cannot be split into fields; the digest excludes them.
    private var brokenRows = 0
    /// The checksum of the last row; nil if the row is missing or unreadable.
    private var declared: ExportChecksum?
    private var matchesDeclared = false

    mutating func add(_ fields: [String]) {
        found.add(fields)
        matchesDeclared = false
    }

    mutating func addBroken() {
        brokenRows += 1
        matchesDeclared = false
    }

    /// Records the checksum of the last row.
    mutating func finish(_ declared: ExportChecksum?) {
        self.declared = declared
        matchesDeclared = declared == found && brokenRows == 0
    }

    /// The warnings about the whole table, after its last row was read.
    var warnings: [DiaryImport.Warning] {
        guard let declared else {
            return [
                DiaryImport.Warning(
                    .noEnd,
                    "The file lacks the last row of an export. It is truncated, or comes from an older Mealwire. "
                        + "Check that it contains the last days, or export the diary again."
                )
            ]
        }
        let rows = found.rows + brokenRows
        if declared.rows != rows {
            return [
                DiaryImport.Warning(
                    .rowsDiffer,
                    "The file has \(rows) rows, but its last row states \(declared.rows): rows were lost or added.",
                    params: ["found": "\(rows)", "told": "\(declared.rows)"]
                )
            ]
        }
        guard !matchesDeclared else { return [] }
        return [
            DiaryImport.Warning(.edited, "Some rows differ from the export: the file was edited.")
        ]
    }
}
