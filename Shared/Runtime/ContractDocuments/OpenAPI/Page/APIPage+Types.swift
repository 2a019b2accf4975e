import Contracts

/// Types, errors and examples of the page.
extension APIPage {
    /// The error codes in one table.
    var problems: String {
        let rows = ErrorCode.allCases.filter { code in model.operations.contains { $0.errors.contains(code) } }
            .sorted { ($0.status.code, $0.rawValue) < ($1.status.code, $1.rawValue) }
            .map { [HTML.code($0.rawValue), "\($0.status.code)", HTML.sentence($0.sentence)] }
        let fields = FieldError.Code.allCases.map { HTML.code($0.rawValue) }.joined(separator: ", ")
        return """
            <h2 id="errors">Errors</h2>
            <p>An error is a \(HTML.link(Self.target("Problem"), "problem document")) with the media type \
            <code>application/problem+json</code>. Its <code>errors</code> name fields with one of the codes \(fields).</p>
            \(HTML.table("Errors", ["code", "status", ""], rows))
            """
    }

    /// The named types.
    var types: String {
        let articles = model.components.sorted { $0.key < $1.key }.map { name, schema in
            let content: String =
                if case .object(let object) = schema.kind { fields(of: object) } else { "<p>\(describe(schema))</p>\n" }
            return """
                <article><details>
                <summary><h3>\(HTML.code(name))</h3></summary>
                <div class="inside" id="\(Self.target(name).dropFirst())">
                \(content)</div>
                </details></article>

                """
        }
        return """
            <h2 id="types">Types</h2>
            <p class="soft">Requests must not have other fields than these. Replies may get more fields in later versions: \
            ignore those that you do not know.</p>
            \(articles.joined())
            """
    }

    private static func target(_ component: String) -> String { "#type-\(component)" }

    func fields(of object: ObjectSchema) -> String {
        let rules = object.relationSentences.map { "<li>\(HTML.sentence($0))</li>\n" }.joined()
        let list = rules.isEmpty ? "" : "<ul>\n\(rules)</ul>\n"
        if object.fields.isEmpty { return list + "<p>An empty object.</p>\n" }
        let rows = object.fields.map { field in
            [HTML.code(field.name), Self.presence(field.isRequired), describe(field.schema)]
        }
        return HTML.table("Fields", ["field", "", "value"], rows) + list
    }

    /// A value in words, with links to named types.
    func describe(_ schema: Schema) -> String {
        SchemaWords(model, code: HTML.code, sentence: HTML.sentence) { HTML.link(Self.target($0), HTML.code($0)) }
            .describe(schema)
    }

    /// A command that makes the request, with the token in a variable.
    func curl(_ operation: HTTPOperation) -> String {
        var path = operation.path
        var query: [String] = []
        for parameter in operation.parameters {
            let value = Self.plain(document.example(of: parameter))
            switch parameter.place {
            case .path: path = path.replacing("{\(parameter.name)}", with: value)
            case .query: if parameter.isRequired { query.append("\(parameter.name)=\(value)") }
            case .header: break
            }
        }
        let url = path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        var lines = ["curl \"$MEALWIRE\(url)\""]
        if operation.verb != .get { lines[0] = "curl -X \(operation.verb.rawValue) \"$MEALWIRE\(url)\"" }
        if operation.access == .user { lines.append("-H \"Authorization: Bearer $TOKEN\"") }
        if operation.takesVersion { lines.append("-H 'If-Match: \"3\"'") }
        if operation.takesKey { lines.append("-H \"Idempotency-Key: $(uuidgen)\"") }
        switch operation.body {
        case .json(let schema):
            lines.append("-H 'Content-Type: application/json'")
            let json = examples.example(of: schema).json.split(separator: "'").joined(separator: "'\\''")
            lines.append("-d '\(json)'")
        case .bytes(let mediaTypes, _):
            lines.append("-H 'Content-Type: \(mediaTypes.first ?? "")'")
            lines.append("--data-binary @file")
        case .text, .events, nil: break
        }
        return lines.joined(separator: " \\\n  ")
    }

    private static func plain(_ value: YAML) -> String {
        if case .string(let text) = value { text } else { value.json }
    }
}
