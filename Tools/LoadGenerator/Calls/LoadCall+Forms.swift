extension LoadCall {
    /// The path and query of the HTTP request.
    package var address: String {
        var address = path
        var separator = "?"
        for field in fields where field.location == .query {
            address += "\(separator)\(field.name)=\(Self.percentEncoded(field.text))"
            separator = "&"
        }
        return address
    }

    private var path: String {
        var (path, rest) = ("", route[...])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            path += rest[..<open]
            path += Self.percentEncoded(fields.first { $0.location == .path && $0.name == name }?.text ?? "")
            rest = rest[rest.index(after: close)...]
        }
        return path + rest
    }

    /// The body of the HTTP request; nil without one.
    package var body: String? {
        if let wholeBody { return wholeBody }
        guard verb != "GET", verb != "DELETE" else { return nil }
        return Self.object(fields.filter { $0.location == .body })
    }

    /// The payload of the message: all fields, whatever their place in HTTP.
    package var payload: String { wholeBody ?? Self.object(fields) }

    private static func object(_ fields: [Field]) -> String {
        let members = fields.map { "\"\($0.name)\":\($0.isText ? quoted($0.text) : $0.text)" }
        return "{\(members.joined(separator: ","))}"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            // Texts of scenarios contain no control characters.
            case _ where scalar.value < 0x20: continue
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static let hexadecimal = Array("0123456789ABCDEF".unicodeScalars)

    /// Returns the text with all reserved bytes percent-encoded (RFC 3986).
    static func percentEncoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                encoded += "%"
                encoded.unicodeScalars.append(hexadecimal[Int(byte >> 4)])
                encoded.unicodeScalars.append(hexadecimal[Int(byte & 15)])
            }
        }
        return encoded
    }
}
