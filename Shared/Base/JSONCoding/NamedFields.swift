/// Finds the fields that a value names: the members of the JSON object that it writes.
///
/// A change of a record leaves out the fields that stay as they are. Its own coding therefore knows which fields it
/// names, and a new field cannot be forgotten.
package enum NamedFields {
    /// Returns the names of the fields; empty for a value that writes no object.
    package static func names(in value: some Encodable) -> Set<String> {
        let recorder = NameRecorder()
        // The recorder throws nothing. After an error of the value itself, it has the names up to there.
        try? value.encode(to: recorder)
        return recorder.names
    }
}

/// An encoder that stores names, and no values.
private final class NameRecorder: Encoder {
    private(set) var names: Set<String> = []

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func record(_ key: some CodingKey) { names.insert(key.stringValue) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(NameContainer(recorder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { IgnoredValues() }
    func singleValueContainer() -> any SingleValueEncodingContainer { IgnoredValues() }
}

/// Records the names of an object, without those in its members.
private struct NameContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let recorder: NameRecorder

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { recorder.record(key) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) { recorder.record(key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        superEncoder(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { NameRecorder() }

    func superEncoder(forKey key: Key) -> any Encoder {
        recorder.record(key)
        return NameRecorder()
    }
}

/// A list or a single value.
private struct IgnoredValues: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    private(set) var count = 0

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { count += 1 }
    mutating func encode<Value: Encodable>(_ value: Value) { count += 1 }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        superEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder {
        count += 1
        return NameRecorder()
    }
}
