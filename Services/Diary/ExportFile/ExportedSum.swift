import Contracts
import Crypto
import FoundationEssentials

/// What the rows of an exported table come to: told by its last row, it shows whoever reads the table whether it is whole.
struct ExportedSum: Equatable {
    /// No field of an export has it.
    private static let separator = UInt8(0x1F)
    private static let digestBytes = SHA256Digest.byteCount

    private(set) var rows = 0
    /// SHA-256 of the one before and of a row's fields, so that it can go on from page to page.
    ///
    /// Of fields, and not of bytes: a spreadsheet that only opens and saves a table quotes other fields than we do.
    private var digest = Data(count: digestBytes)

    init() {}

    /// What was told of a sum; nil for what is none.
    init?(rows: String, digest text: String) {
        guard let rows = Int(rows), rows >= 0, let digest = Data(base64Encoded: text),
            digest.count == Self.digestBytes
        else { return nil }
        (self.rows, self.digest) = (rows, digest)
    }

    var digestText: String { digest.base64EncodedString() }

    /// Counts a row in.
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

/// Compares the rows of a table with what its last row tells of them.
struct ExportedEnd {
    private var found = ExportedSum()
    /// Rows that cannot be read as fields; they have no part in the digest.
    private var brokenRows = 0
    /// What the last row told; nil if there was none, or none that can be read.
    private var told: ExportedSum?
    private var isSame = false

    mutating func add(_ fields: [String]) {
        found.add(fields)
        isSame = false
    }

    mutating func addBroken() {
        brokenRows += 1
        isSame = false
    }

    /// The row that tells of those before it.
    mutating func end(_ told: ExportedSum?) {
        self.told = told
        isSame = told == found && brokenRows == 0
    }

    /// What is to be said of the table when it was read.
    var warnings: [DiaryImport.Warning] {
        guard let told else {
            return [
                DiaryImport.Warning(
                    .noEnd,
                    "The file does not have the last row of an export. It was cut off, or made by an older Mealwire: look whether the "
                        + "last days are in it, or export the diary again."
                )
            ]
        }
        let rows = found.rows + brokenRows
        if told.rows != rows {
            return [
                DiaryImport.Warning(
                    .rowsDiffer,
                    "The file has \(rows) rows, and its last row tells of \(told.rows): some were lost or added.",
                    params: ["found": "\(rows)", "told": "\(told.rows)"]
                )
            ]
        }
        guard !isSame else { return [] }
        return [
            DiaryImport.Warning(.edited, "Some rows are not as they were exported: the file was edited since.")
        ]
    }
}
