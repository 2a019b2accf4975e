package import JSONCoding

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
