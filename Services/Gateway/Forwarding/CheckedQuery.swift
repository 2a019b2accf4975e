import Contracts
import Hummingbird

/// The query of a request that the gateway evaluates itself; each parameter must be known to the route.
struct CheckedQuery {
    private var values: [String: String] = [:]

    /// Parses the query.
    ///
    /// - Throws: `malformed` for a parameter that is unknown or occurs twice.
    init(_ request: Request, _ names: Set<String>) throws(ServiceError) {
        guard request.uri.query != nil else { return }
        for (name, value) in request.uri.queryParameters {
            let name = String(name)
            guard names.contains(name), values.updateValue(String(value), forKey: name) == nil else {
                let message = "\(name) is not a parameter of this route, or is given twice."
                throw ServiceError(.malformed, message, details: [FieldError(name, .unknown, message)])
            }
        }
    }

    /// Returns a parameter as it is; nil if it is missing.
    func text(_ name: String) -> String? { values[name] }

    /// Returns a parameter with a fixed set of values; nil if it is missing.
    ///
    /// - Throws: `malformed` for another value.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        _ type: Choice.Type
    ) throws(ServiceError) -> Choice? {
        guard let value = values[name] else { return nil }
        guard let choice = Choice(rawValue: value) else { throw wrong(name, type) }
        return choice
    }

    /// Makes the error for a missing or invalid parameter.
    func wrong<Choice: RawRepresentable<String> & CaseIterable>(_ name: String, _ type: Choice.Type) -> ServiceError {
        let words = type.allCases.map(\.rawValue).joined(separator: ", ")
        let message = "\(name) must be one of \(words)."
        let code: FieldError.Code = values[name] == nil ? .missing : .wrongFormat
        return ServiceError(.malformed, message, details: [FieldError(name, code, message, params: ["values": words])])
    }
}
