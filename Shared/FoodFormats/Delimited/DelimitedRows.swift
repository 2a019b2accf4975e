/// Rows of a small table in memory, whose first line names its columns (RFC 4180), such as those that come with Mealwire.
///
/// A row that breaks the rules is told with its line, and reading goes on behind it. Lines without anything on them are no rows.
package struct DelimitedRows: Sequence, IteratorProtocol {
    /// A row with a field for each column, or why it is none.
    package struct Row: Sendable, Equatable {
        /// The line on which it begins, from 1.
        package let line: Int
        package let fields: Result<[String], RowRefusal>
    }

    /// As much of a column's name as refusals quote.
    private static let columnBytesShownMax = 100

    /// As the first line names them.
    package let columns: [String]
    /// What stands between fields.
    package let delimiter: UInt8
    private let keepsSpaces: Bool
    private var table: Table

    /// Reads the first line.
    ///
    /// - Parameters:
    ///   - bytes: The whole of the table.
    ///   - name: What messages call it.
    ///   - findsDelimiter: Whether semicolons or tabs may stand between fields, whichever the first line has most of.
    ///   - keepsSpaces: Whether spaces around a field belong to it.
    /// - Throws: `SourceFailure` if there is no first line that names columns.
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
            // Memory can always be read.
            return nil
        }
    }

    private func fields() -> Result<[String], RowRefusal> {
        var fields: [String] = []
        for (index, column) in columns.enumerated() {
            guard let text = FieldText.text(table, index, keepsSpaces: keepsSpaces) else {
                return .failure(RowRefusal("\(column.beginning(bytesMax: Self.columnBytesShownMax)) is not UTF-8"))
            }
            fields.append(text)
        }
        return .success(fields)
    }
}

/// Bytes in memory as if they stood in a file.
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
