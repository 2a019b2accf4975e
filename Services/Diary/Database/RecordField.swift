import FoodFormats
import Storage

/// A field of a stored record: its name, its column, and its values in exported files.
///
/// The list of a record's fields is its only description: the statements of the table, the export of a user's data,
/// and the diary's own files follow from it.
struct RecordField<Record: Sendable>: Sendable {
    let column: RecordColumn<Record>
    let file: FileField<Record>
    /// Returns the bytes of the text in UTF-8; nil for a field that is no text of users.
    let textBytes: (@Sendable (Record) -> Int)?

    init(
        column: RecordColumn<Record>,
        file: FileField<Record>,
        textBytes: (@Sendable (Record) -> Int)?
    ) {
        self.column = column
        self.file = file
        self.textBytes = textBytes
    }

    /// Describes a field.
    ///
    /// - Parameters:
    ///   - name: The name in contracts and exported files.
    ///   - column: The name of the column, if it differs.
    ///   - group: The object in a JSON file that contains the field, if it is not the record itself.
    ///   - cell: How tables have the field; by default, as its type is written.
    ///   - check: Checks a value of a file.
    ///   - get: Returns the property.
    ///   - set: Sets the property.
    init<Value: ColumnValue & FileValue>(
        _ name: String,
        column: String? = nil,
        in group: String? = nil,
        cell: FileCell = Value.cell,
        check: @escaping @Sendable (Value) throws(RowRefusal) -> Void = { _ in },
        _ get: @escaping @Sendable (Record) -> Value,
        _ set: @escaping @Sendable (inout Record, Value) -> Void
    ) {
        self.column = RecordColumn(column ?? name, get, set)
        file = FileField(
            name: name,
            group: group,
            cell: cell,
            isOptional: Value.isOptional,
            get: { get($0).inFile },
            set: { (value, record) throws(RowRefusal) in
                let value = try Value(inFile: value, name)
                try check(value)
                set(&record, value)
            }
        )
        guard cell == .text, Value.cell == .text else {
            textBytes = nil
            return
        }
        textBytes = { get($0).inFile?.textBytes ?? 0 }
    }
}

/// A field of a record in exported files: a member of a JSON object, or a column of a table.
struct FileField<Record>: Sendable {
    let name: String
    /// The object that contains the member; nil for the record itself.
    let group: String?
    let cell: FileCell
    /// Whether a record may lack it.
    let isOptional: Bool
    let get: @Sendable (Record) -> FiledValue?
    /// Sets the property.
    ///
    /// Throws `RowRefusal` if the value is not one of the field.
    let set: @Sendable (FiledValue?, inout Record) throws(RowRefusal) -> Void
    /// The name of the column in a table: `kcalPer100G` of `kcal` in `per100G`.
    let column: String

    init(
        name: String,
        group: String?,
        cell: FileCell,
        isOptional: Bool,
        get: @escaping @Sendable (Record) -> FiledValue?,
        set: @escaping @Sendable (FiledValue?, inout Record) throws(RowRefusal) -> Void
    ) {
        self.name = name
        self.group = group
        self.cell = cell
        self.isOptional = isOptional
        self.get = get
        self.set = set
        column = name + (group.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? "")
    }
}

/// How a table has a field.
enum FileCell: Sendable {
    /// An id, a date or a time; surrounding spaces are ignored.
    case word
    /// A text of users, which a spreadsheet must not run as a formula.
    case text
    case whole
    case number
}

/// A value in an exported file.
enum FiledValue: Sendable, Equatable {
    case text(String)
    case whole(Int)
    case number(Double)

    /// The bytes of a text in UTF-8; 0 for a number.
    var textBytes: Int {
        if case .text(let text) = self { text.utf8.count } else { 0 }
    }
}
