/// Finds the names of the fields that key paths read.
///
/// A decoder without data makes a value without optional fields, and then one value for each field, in which only this
/// field differs: an optional one is present, and a required one has another example. A key path reads
/// the field that makes its values differ. Descriptions of key paths would not do: they print offsets for property
/// wrappers and in executables without metadata.
struct FieldProbe<Value: Decodable> {
    /// A field, with two values that differ in it alone.
    private struct Variant {
        let name: String
        let type: ObjectIdentifier
        let before: Value
        let after: Value
    }

    /// Objects in objects that are probed; more would be a type that contains itself.
    private static var depthMax: Int { 8 }

    private var variants: [Variant] = []
    /// The names of the fields that the type cannot decode without.
    private(set) var required: Set<String> = []
    private var seen: Set<String> = []

    /// The names of all fields, in the order in which the type reads them.
    var names: [String] { variants.map(\.name) }

    /// Probes all fields of the type.
    ///
    /// - Throws: ``RuleFault`` if the type cannot be decoded without data.
    init() throws {
        do {
            try explore(present: [], below: "", depth: 0)
        } catch {
            throw RuleFault("\(Value.self) has rules, but cannot be decoded without data: \(error)")
        }
    }

    /// Probes the fields of one object, and those of objects in it.
    ///
    /// - Parameters:
    ///   - present: The optional fields that are present.
    ///   - prefix: The beginning of the names that are explored.
    ///   - depth: Number of objects that contain the explored one.
    /// - Throws: What decoding throws.
    private mutating func explore(present: Set<String>, below prefix: String, depth: Int) throws {
        let (before, fields) = try Self.decode(present)
        for field in fields where field.name.hasPrefix(prefix) && seen.insert(field.name).inserted {
            let after: Value
            var type = field.type
            var inner: [ProbeRun.Field] = []
            if field.isOptional {
                // A field that cannot be present alone has no name here; a rule about it ends the start.
                guard let decoded = try? Self.decode(present.union([field.name])) else { continue }
                (after, inner) = decoded
                type = type ?? inner.first { $0.name == field.name }?.type
            } else {
                required.insert(field.name)
                // As above, a field with one value has no name here.
                guard let decoded = try? Self.decode(present, altering: field.name) else { continue }
                after = decoded.value
            }
            if let type { variants.append(Variant(name: field.name, type: type, before: before, after: after)) }
            let innerPrefix = field.name + "."
            if depth < Self.depthMax, inner.contains(where: { $0.name.hasPrefix(innerPrefix) }) {
                try explore(present: present.union([field.name]), below: innerPrefix, depth: depth + 1)
            }
        }
    }

    private static func decode(
        _ present: Set<String>,
        altering altered: String? = nil
    ) throws -> (value: Value, fields: [ProbeRun.Field]) {
        let run = ProbeRun(present: present, altered: altered)
        let value = try Value(from: ProbeDecoder(run: run, path: ""))
        return (value, run.fields)
    }

    /// Returns the name of the field that a key path reads.
    ///
    /// - Throws: ``RuleFault`` if no field of that type, or more than one, changes its value.
    func name(of field: FieldReference<Value>) throws -> String {
        let names = variants.filter { $0.type == field.type && field.differs($0.before, $0.after) }.map(\.name)
        guard let name = names.first else {
            throw RuleFault("A rule of \(Value.self) reads a \(field.typeName) that no field of the JSON sets.")
        }
        guard names.count == 1 else {
            throw RuleFault(
                "A rule of \(Value.self) reads a \(field.typeName) that several fields set: "
                    + "\(names.joined(separator: ", "))."
            )
        }
        return name
    }
}

/// Returns the names of the fields that a type reads from JSON, such as `per` and `per.grams`; for tests.
///
/// - Throws: ``RuleFault`` if the type cannot be decoded without data.
package func probedFieldNames<Value: Decodable>(of type: Value.Type) throws -> [String] {
    try FieldProbe<Value>().names
}

/// One decoding without data: which optional fields are present, which required one has its second example, and which
/// fields were requested.
final class ProbeRun {
    /// A requested field.
    struct Field {
        let name: String
        /// Nil if only its presence was requested.
        let type: ObjectIdentifier?
        let isOptional: Bool
    }

    private let present: Set<String>
    private let altered: String?
    private(set) var fields: [Field] = []

    init(present: Set<String> = [], altered: String? = nil) {
        (self.present, self.altered) = (present, altered)
    }

    func isPresent(_ name: String) -> Bool { present.contains(name) }

    func record(_ name: String, _ type: Any.Type?, isOptional: Bool) {
        fields.append(Field(name: name, type: type.map { ObjectIdentifier($0) }, isOptional: isOptional))
    }

    /// Returns an example, a case of an enum, or a decoded object.
    func value<Value: Decodable>(_ type: Value.Type, at path: String) throws -> Value {
        let number = altered == path ? 1 : 0
        if let known = type as? any ProbeExample.Type, let example = try known.probeExample(number) as? Value {
            return example
        }
        if let choices = type as? any CaseIterable.Type, let choice = choices.probeCase(number) as? Value {
            return choice
        }
        return try Value(from: ProbeDecoder(run: self, path: path))
    }
}

extension CaseIterable {
    /// Returns a case that is written as text; nil for other types.
    fileprivate static func probeCase(_ number: Int) -> Any? {
        let cases = Array(allCases)
        guard let choice = number < cases.count ? cases[number] : cases.first,
            (choice as? any RawRepresentable)?.rawValue is String
        else { return nil }
        return choice
    }
}

/// A decoder without data.
private struct ProbeDecoder: Decoder {
    let run: ProbeRun
    /// The name of the object that is decoded; empty for the outermost.
    let path: String

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ProbeContainer(run: run, path: path))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw RuleFault("a manually decoded list has no example")
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { ProbeValue(run: run, path: path) }
}

private struct ProbeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let run: ProbeRun
    let path: String

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    private func name(_ key: Key) -> String { path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)" }

    func contains(_ key: Key) -> Bool {
        let name = name(key)
        if run.isPresent(name) { return true }
        run.record(name, nil, isOptional: true)
        return false
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let name = name(key)
        run.record(name, type, isOptional: run.isPresent(name))
        return try run.value(type, at: name)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let name = name(key)
        run.record(name, type, isOptional: true)
        return run.isPresent(name) ? try run.value(type, at: name) : nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(ProbeContainer<Nested>(run: run, path: name(key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw RuleFault("\(name(key)) is a manually decoded list")
    }

    func superDecoder() throws -> any Decoder { throw RuleFault("classes have no example") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw RuleFault("classes have no example") }
}

private struct ProbeValue: SingleValueDecodingContainer {
    let run: ProbeRun
    let path: String

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try run.value(type, at: path) }
}
