package import Contracts

/// The route of a contract's binding: where each field of the request comes from, by its recorded shape.
package struct BoundRoute: Sendable {
    /// The JSON type of a field that a path or query writes as text.
    package enum TextKind: Sendable {
        case text
        case wholeNumber
    }

    /// A field that comes from the path or the query.
    package struct Parameter: Sendable {
        package let kind: TextKind
        package let field: FieldShape

        package var name: String { field.name }
    }

    package let binding: HTTPBinding
    package let method: Contracts.Method
    /// Fields from the path, in the order of the path.
    package let pathParameters: [Parameter]
    /// Fields from the query, in the order of the request.
    package let queryParameters: [Parameter]
    /// Fields from the body, in the order of the request.
    package let bodyFields: [FieldShape]
    /// True if a version in `If-Match` becomes ``HTTPBinding/versionField``.
    package let takesVersion: Bool
    /// True if `If-Match: *` becomes ``HTTPBinding/overwriteField``.
    package let takesOverwrite: Bool
    /// True if the reply's ``HTTPBinding/replyVersionField`` is sent as `ETag`.
    package let answersVersion: Bool

    /// Derives the route of a contract.
    ///
    /// - Parameters:
    ///   - contract: The contract.
    ///   - binding: Its binding.
    ///   - recorder: Records the shapes of request and reply.
    /// - Throws: ``RouteRefusal`` for a contradiction, and `ShapeRecorder.Refusal` for a type that cannot be recorded.
    init<Request: Contract>(_ contract: Request.Type, _ binding: HTTPBinding, _ recorder: ShapeRecorder) throws {
        let request = recorder.fields(of: try recorder.shape(of: contract))
        let reply = recorder.fields(of: try recorder.shape(of: Request.Reply.self))
        let rest = request.filter { field in
            !binding.pathFields.contains(field.name) && !binding.gatewayFields.contains(field.name)
                && ![HTTPBinding.versionField, HTTPBinding.overwriteField].contains(field.name)
        }
        self.binding = binding
        method = contract.method
        pathParameters = try binding.pathFields.map { name in
            guard let field = request.first(where: { $0.name == name }) else {
                throw RouteRefusal(binding, "names the field \(name) in its path, which \(contract) does not have")
            }
            return try Parameter(field, "path", binding, recorder)
        }
        queryParameters =
            binding.fields == .query ? try rest.map { try Parameter($0, "query", binding, recorder) } : []
        bodyFields = binding.fields == .body ? rest : []
        takesVersion = request.contains { $0.name == HTTPBinding.versionField }
        takesOverwrite = request.contains { $0.name == HTTPBinding.overwriteField }
        let isVersioned = Request.Reply.self is any Versioned.Type
        answersVersion = binding.success != .noContent && isVersioned
        try check(request)
        let hasVersion = reply.contains {
            $0.name == HTTPBinding.replyVersionField && $0.shape.withoutNull == .integer
        }
        guard hasVersion == isVersioned else {
            throw RouteRefusal(binding, "returns a version, but the reply of \(contract) is not Versioned")
        }
    }

    private func check(_ request: [FieldShape]) throws(RouteRefusal) {
        guard [.anyone, .user].contains(method.access) else {
            throw RouteRefusal(binding, "calls \(method.name), which is not for users: its access is \(method.access)")
        }
        guard binding.verb != .get || binding.fields == .query else {
            throw RouteRefusal(binding, "takes fields from a body, which GET does not have")
        }
        for name in binding.gatewayFields.sorted() {
            guard request.contains(where: { $0.name == name }) else {
                throw RouteRefusal(binding, "hides the field \(name), which \(method.name) does not have")
            }
            // Without code, only fields of the query can be hidden: bodies are forwarded as they are.
            guard binding.isSpecial || binding.fields == .query else {
                throw RouteRefusal(binding, "hides the field \(name) of the body, but has no code that checks it")
            }
        }
    }
}

extension BoundRoute.Parameter {
    fileprivate init(
        _ field: FieldShape,
        _ place: String,
        _ binding: HTTPBinding,
        _ recorder: ShapeRecorder
    ) throws(RouteRefusal) {
        guard !HTTPBinding.isSecret(field.name) else {
            throw RouteRefusal(binding, "takes the secret \(field.name) from the \(place), which logs contain")
        }
        guard let kind = recorder.textKind(of: field.shape) else {
            throw RouteRefusal(binding, "cannot take the field \(field.name) from the \(place): it is \(field.shape)")
        }
        self.kind = kind
        self.field = field
    }
}

extension ShapeRecorder {
    /// Returns the fields of a recorded object; none for other shapes.
    fileprivate func fields(of shape: ValueShape) -> [FieldShape] {
        guard case .named(let name) = shape, case .object(let fields) = types[name] else { return [] }
        return fields
    }

    /// Returns how a value of a shape is written as text; nil for a shape that is not, such as a list.
    fileprivate func textKind(of shape: ValueShape) -> BoundRoute.TextKind? {
        switch shape.withoutNull {
        case .text: return .text
        case .integer: return .wholeNumber
        case .named(let name):
            guard case .choice = types[name] else { return nil }
            return .text
        default: return nil
        }
    }
}
