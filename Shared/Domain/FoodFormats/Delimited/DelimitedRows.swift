import Contracts

/// The rows of a small table in memory with a header line (RFC 4180), such as the bundled files.
///
/// An invalid row is returned with its line, and iteration continues after it. Empty lines are skipped.
package struct DelimitedRows: Sequence, IteratorProtocol {
    /// A row with a field for each column, or the reason for its rejection.
    package struct Row: Sendable, Equatable {
        /// The line on which the row begins, from 1.
        package let line: Int
        package let fields: Result<[String], RowRefusal>
    }

    /// Maximum length of a column's name in error messages.
    private static let columnBytesShownMax = 100

    /// The columns of the header.
    package let columns: [String]
    /// The separator of fields.
    package let delimiter: UInt8
    private let keepsSpaces: Bool
    private var table: Table

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - bytes: The whole table.
    ///   - name: Its name in messages.
    ///   - findsDelimiter: Whether the delimiter may also be a semicolon or tab, by frequency in the header.
    ///   - keepsSpaces: Whether fields keep leading and trailing spaces.
    /// - Throws: `SourceFailure` if there is no valid header.
    package init(
        _ bytes: [UInt8],
        name: String,
        findsDelimiter: Bool = false,
        keepsSpaces: Bool = false
    ) throws(SourceFailure) {
        var found = UInt8(ascii: ",")
        table = try Table(MemoryStream(bytes, name: name)) { firstLine in
            if findsDelimiter { found = OwnDelimiter.find(.automatic, in: firstLine) }
            return found
        }
        columns = table.columns
        delimiter = found
        self.keepsSpaces = keepsSpaces
    }

    package mutating func next() -> Row? {
        do throws(SourceFailure) {
            switch try table.next() {
            case .end: return nil
            case .refused(let line, let refusal): return Row(line: line, fields: .failure(refusal))
            case .record(let line): return Row(line: line, fields: fields())
            }
        } catch {
            // Reading from memory does not fail.
            return nil
        }
    }

    private func fields() -> Result<[String], RowRefusal> {
        var fields: [String] = []
        for (index, column) in columns.enumerated() {
            guard let text = FieldText.text(table, index, keepsSpaces: keepsSpaces) else {
                let shown = column.beginning(bytesMax: Self.columnBytesShownMax)
                return .failure(RowRefusal("\(shown) is not UTF-8", .notText, ["field": shown]))
            }
            fields.append(text)
        }
        return .success(fields)
    }
}

/// A stream of bytes in memory.
private final class MemoryStream: ByteStream {
    let name: String
    private let bytes: [UInt8]
    private(set) var bytesReadOnDisk = 0

    init(_ bytes: [UInt8], name: String) {
        (self.bytes, self.name) = (bytes, name)
    }

    var bytesOnDisk: Int { bytes.count }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - bytesReadOnDisk)
        buffer.copyBytes(from: bytes[bytesReadOnDisk..<bytesReadOnDisk + count])
        bytesReadOnDisk += count
        return count
    }
}
