/// Describes the values of schemas in words, for pages in HTML and Markdown.
package struct SchemaWords {
    private let model: HTTPModel
    private let code: (String) -> String
    private let sentence: (String) -> String
    private let named: (String) -> String

    /// - Parameters:
    ///   - model: Has the named types.
    ///   - code: Marks a text as code.
    ///   - sentence: Marks the parts of a sentence between backticks as code.
    ///   - named: Refers to a named type.
    package init(
        _ model: HTTPModel,
        code: @escaping (String) -> String,
        sentence: @escaping (String) -> String,
        named: @escaping (String) -> String
    ) {
        (self.model, self.code, self.sentence, self.named) = (model, code, sentence, named)
    }

    /// Returns the type of a value and what rules demand of it.
    package func describe(_ schema: Schema) -> String {
        var parts = [type(schema)]
        if schema.isNullable { parts[0] += " or null" }
        parts += schema.demands.map(sentence)
        return parts.joined(separator: "; ")
    }

    private func type(_ schema: Schema) -> String {
        switch schema.kind {
        case .boolean: return "true or false"
        case .integer: return "whole number"
        case .number: return "number"
        case .text(nil): return "text"
        case .text("date"): return sentence("day, `YYYY-MM-DD`")
        case .text("date-or-today"): return sentence("day, `YYYY-MM-DD` or `today`")
        case .text("uuid"): return "UUID"
        case .text(let format?): return sentence("text, \(format)")
        case .choice(let values): return values.map(code).joined(separator: ", ")
        case .list(let item): return "list of \(describe(item))"
        case .map(let value): return "object with values \(describe(value))"
        case .object: return "object"
        case .either(let schemas): return schemas.map(describe).joined(separator: " or ")
        case .anything: return "any JSON"
        case .reference(let name):
            if case .choice? = model.components[name]?.kind { return type(model.resolved(schema)) }
            return named(name)
        }
    }
}
