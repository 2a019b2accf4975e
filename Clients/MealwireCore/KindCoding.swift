/// The key that names the case of an enum in JSON.
private enum KindKey: String, CodingKey {
    case kind
}

extension Encoder {
    /// Writes the name of a case as `kind`.
    func encode(kind: String) throws {
        var container = container(keyedBy: KindKey.self)
        try container.encode(kind, forKey: .kind)
    }

    /// Writes the name of a case as `kind`, beside the fields of its payload.
    func encode(kind: String, _ payload: some Encodable) throws {
        try encode(kind: kind)
        try payload.encode(to: self)
    }
}

extension Decoder {
    /// Reads the name of a case.
    func kind() throws -> String {
        try container(keyedBy: KindKey.self).decode(String.self, forKey: .kind)
    }

    /// Returns the error for a name that no case has.
    func unknownKind(_ kind: String, of type: Any.Type) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: "\(type) has no kind \"\(kind)\"."))
    }
}
