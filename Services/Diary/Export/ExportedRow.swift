import Contracts
import FoodFormats

/// A record that exported files contain.
protocol Exported: Sendable {
    /// Its description. A field of a group follows the first one of it, which the group cannot lack.
    static var fields: [RecordField<Self>] { get }
    /// A record without values, which the fields set one by one.
    static var blank: Self { get }
}

/// A record in an exported file: the values of its fields, in their order.
struct ExportedRow<Record: Exported>: Sendable {
    let values: [FiledValue?]

    init(_ record: Record) {
        values = Record.fields.map { $0.file.get(record) }
    }

    init(values: [FiledValue?]) {
        self.values = values
    }

    /// Returns the record.
    ///
    /// - Throws: `RowRefusal` for a value that is not one of its field.
    func record() throws(RowRefusal) -> Record {
        var record = Record.blank
        for (field, value) in zip(Record.fields, values) { try field.file.set(value, &record) }
        return record
    }
}

/// A field that is nil is left out of a record, but written as null in a group.
extension ExportedRow: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FileKey.self)
        var group: (name: String, members: KeyedDecodingContainer<FileKey>?)?
        values = try Record.fields.map(\.file).map { field in
            guard let name = field.group else {
                return try container.value(of: field, isRequired: !field.isOptional)
            }
            let isFirst = group?.name != name
            if isFirst {
                let key = FileKey(name)
                let isPresent = try container.contains(key) && !container.decodeNil(forKey: key)
                group = (name, isPresent ? try container.nestedContainer(keyedBy: FileKey.self, forKey: key) : nil)
            }
            return try group?.members?.value(of: field, isRequired: isFirst)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FileKey.self)
        var group: (name: String, members: KeyedEncodingContainer<FileKey>?)?
        for (field, value) in zip(Record.fields, values) {
            guard let name = field.file.group else {
                if let value { try container.encode(value, of: field.file) }
                continue
            }
            if group?.name != name {
                let key = FileKey(name)
                group = (name, value.map { _ in container.nestedContainer(keyedBy: FileKey.self, forKey: key) })
            }
            try group?.members?.encode(value, of: field.file)
        }
    }
}

/// The name of a member.
private struct FileKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<FileKey> {
    /// Decodes the value of a field; nil if it is missing or null.
    ///
    /// - Throws: What the decoder throws for a value of another type, and for a missing one that is required.
    fileprivate func value<Record>(of field: FileField<Record>, isRequired: Bool) throws -> FiledValue? {
        let key = FileKey(field.name)
        if !isRequired {
            guard contains(key), try !decodeNil(forKey: key) else { return nil }
        }
        switch field.cell {
        case .word, .text: return .text(try decode(String.self, forKey: key))
        case .whole: return .whole(try decode(Int.self, forKey: key))
        case .number: return .number(try decode(Double.self, forKey: key))
        }
    }
}

extension KeyedEncodingContainer<FileKey> {
    /// Encodes the value of a field; nil as null.
    fileprivate mutating func encode<Record>(_ value: FiledValue?, of field: FileField<Record>) throws {
        let key = FileKey(field.name)
        switch value {
        case .text(let text): try encode(text, forKey: key)
        case .whole(let number): try encode(number, forKey: key)
        case .number(let number): try encode(number, forKey: key)
        case nil: try encodeNil(forKey: key)
        }
    }
}
