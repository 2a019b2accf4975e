/// A decoder without data that records which keys and types are requested.
struct RecordingDecoder: Decoder {
    let recorder: ShapeRecorder
    let record: ObjectRecord

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedRecording(recorder: recorder, record: record))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw ShapeRecorder.Refusal(description: "A manually decoded list cannot be recorded.")
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleRecording(recorder: recorder, record: record)
    }
}

private struct KeyedRecording<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: ShapeRecorder
    let record: ObjectRecord

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool {
        record.recordContainsCheck(key)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool {
        record.recordNullCheck(key)
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let (shape, example) = try recorder.record(type)
        record.add(key, shape, isOptional: false)
        return example
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        record.add(key, try recorder.shape(of: type), isOptional: true)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw refusal(key)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw refusal(key) }
    func superDecoder() throws -> any Decoder {
        throw ShapeRecorder.Refusal(description: "Classes cannot be recorded.")
    }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw refusal(key) }

    private func refusal(_ key: Key) -> ShapeRecorder.Refusal {
        ShapeRecorder.Refusal(
            description: "\(key.stringValue) is a manually nested container; give it a type of its own."
        )
    }
}

private struct SingleRecording: SingleValueDecodingContainer {
    let recorder: ShapeRecorder
    let record: ObjectRecord

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool {
        record.recordSingleNullCheck()
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (shape, example) = try recorder.record(type)
        record.recordSingle(shape)
        return example
    }
}
