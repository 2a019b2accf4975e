extension ServiceError: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("code", code.rawValue)
            writer.field("message", message)
            writer.field("params", params)
            writer.field("details") { $0.list(details) { $1.write(to: &$0) } }
            writer.field("retryable", retryable)
            if let current { writer.field("current", current.text) }
        }
    }
}

extension FieldError: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("field", field)
            writer.field("code", code.rawValue)
            writer.field("params", params)
            writer.field("message", message)
        }
    }
}

extension JSONWriter {
    /// Writes an object with strings as values, in any order.
    package mutating func field(_ name: StaticString, _ texts: [String: String]) {
        field(name) { writer in
            writer.object { writer in
                for (name, text) in texts { writer.pair(name, text) }
            }
        }
    }
}
