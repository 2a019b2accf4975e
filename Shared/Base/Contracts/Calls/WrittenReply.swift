/// The reply to a write, and its JSON as the service has stored it for repetitions.
package struct WrittenReply<Value: Codable & Sendable>: Sendable {
    package let value: Value
    package let encoded: EncodedReply

    /// Encodes the reply to a write that has been performed.
    package init(_ value: Value) throws {
        self.value = value
        encoded = try EncodedReply(value)
    }

    /// Decodes a stored reply, and keeps its bytes.
    package init(stored payload: [UInt8]) throws {
        value = try PayloadCoder.decodeReply(Value.self, from: payload)
        encoded = EncodedReply(payload: payload, of: value)
    }
}
