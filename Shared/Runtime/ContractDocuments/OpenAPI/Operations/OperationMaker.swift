import Contracts

/// Makes operations of contracts and special routes: first records all their types, then describes each.
final class OperationMaker {
    private let recorder = ShapeRecorder()
    private var replies: [ValueShape] = []
    private lazy var builder = SchemaBuilder(types: recorder.types)

    var components: [String: Schema] { builder.components }

    // MARK: Recording

    func record<Request: Contract>(_ contract: Request.Type) throws {
        _ = try recorder.shape(of: contract)
        replies.append(try recorder.shape(of: Request.Reply.self))
    }

    func record(_ route: RouteDescription) throws {
        for parameter in route.parameters {
            if case .field(let contract) = parameter.shape { _ = try shape(of: contract) }
        }
        if let type = route.requestBody?.type { _ = try shape(of: type) }
        for response in route.responses {
            if let type = response.body?.type { replies.append(try shape(of: type)) }
        }
    }

    func recordCommon() throws {
        replies += [
            try recorder.shape(of: FieldError.self), try recorder.shape(of: ErrorCode.self),
            try recorder.shape(of: LiveHint.self), try recorder.shape(of: Session.self),
        ]
    }

    func makeReplies() {
        for shape in replies { _ = builder.reply(shape) }
        builder.add("Problem", Self.problem)
        if case .object(var session)? = builder.components["Session"]?.kind {
            session.fields.removeAll { ["accessToken", "refreshToken", "deviceToken"].contains($0.name) }
            builder.add(Self.cookieSession, Schema(.object(session)))
        }
    }

    private func shape<Value: Decodable>(of type: Value.Type) throws -> ValueShape { try recorder.shape(of: type) }

    // MARK: Contracts

    func operation<Request: Contract>(of contract: Request.Type, rules: [FieldConstraint]) throws -> HTTPOperation? {
        guard let binding = contract.http else { return nil }
        let shape = try recorder.shape(of: contract)
        let name = SchemaBuilder.component("\(shape)")
        let object = builder.request(shape, rules, of: name)
        let method = contract.method
        var operation = HTTPOperation(
            verb: binding.verb,
            path: binding.path,
            id: Self.id(method.name.split(separator: ".").map(String.init)),
            summary: binding.summary,
            area: .of(binding.path),
            access: method.access,
            role: method.role,
            scope: binding.scope,
            method: method,
            parameters: Self.parameters(of: object, binding),
            responses: []
        )
        operation.bodyBytesMax = HTTPLimits.bodyBytesMax(for: method)
        let free = object.without(binding.filledFields)
        if binding.fields == .body, !free.fields.isEmpty {
            builder.add(name, Schema(.object(free)))
            operation.body = .json(Schema(.reference(name)))
            operation.isBodyRequired = free.demandsFields
        } else if binding.fields == .query {
            operation.sentences += free.relationSentences
        }
        operation.parameters += Self.headers(of: object, method, isSession: Request.Reply.self == Session.self)
        operation.responses = [response(to: contract, binding, try recorder.shape(of: Request.Reply.self))]
        operation.errors = ProblemCodes.codes(
            of: operation,
            own: binding.errors,
            hasRules: !rules.isEmpty
        )
        return operation
    }

    private func response<Request: Contract>(
        to contract: Request.Type,
        _ binding: HTTPBinding,
        _ reply: ValueShape
    ) -> HTTPOperation.Response {
        var response = HTTPOperation.Response(status: binding.success.rawValue, summary: binding.success.summary)
        if contract.method.effect == .keyedWrite { response.headers.append(.idempotencyKey) }
        guard binding.success != .noContent else { return response }
        var schema = builder.reply(reply)
        if hasVersion(schema) { response.headers.append(.entityTag) }
        // A browser's tokens are in cookies.
        if Request.Reply.self == Session.self {
            schema = Schema(.either([schema, Schema(.reference(Self.cookieSession))]))
        }
        response.content = .json(schema)
        return response
    }

    /// Returns whether a reply has a version, which is sent as an entity tag.
    private func hasVersion(_ schema: Schema) -> Bool {
        guard case .reference(let name) = schema.kind, case .object(let object)? = builder.components[name]?.kind else {
            return false
        }
        return object[HTTPBinding.replyVersionField].map { $0.schema.kind == .integer } ?? false
    }

    private static let cookieSession = "CookieSession"

    /// The parameters of path and query.
    private static func parameters(of object: ObjectSchema, _ binding: HTTPBinding) -> [HTTPOperation.Parameter] {
        let path = binding.pathFields.compactMap { name in
            object[name].map { field in
                HTTPOperation.Parameter(
                    name: name,
                    place: .path,
                    schema: field.schema.inPath,
                    isRequired: true,
                    summary: field.schema.sentences.joined(separator: " ")
                )
            }
        }
        guard binding.fields == .query else { return path }
        return path
            + object.without(binding.filledFields).fields.map { field in
                HTTPOperation.Parameter(
                    name: field.name,
                    place: .query,
                    schema: field.schema.withoutNull,
                    isRequired: field.isRequired,
                    summary: field.schema.sentences.joined(separator: " ")
                )
            }
    }

    /// The parameters of headers.
    private static func headers(
        of object: ObjectSchema,
        _ method: Contracts.Method,
        isSession: Bool
    ) -> [HTTPOperation.Parameter] {
        var headers: [HTTPOperation.Parameter] = []
        if object[HTTPBinding.versionField] != nil {
            headers.append(.ifMatch(overwrites: object[HTTPBinding.overwriteField] != nil))
        }
        if method.effect == .keyedWrite { headers.append(.idempotencyKey) }
        if isSession { headers.append(.cookieSession) }
        return headers
    }

    // MARK: Special routes

    func operation(
        of route: RouteDescription,
        rules: (any Contract.Type) throws -> [FieldConstraint]
    ) throws -> HTTPOperation {
        let words = route.path.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { $0 != "v1" }
        var operation = HTTPOperation(
            verb: route.verb,
            path: route.path,
            id: Self.id(
                route.method?.name.split(separator: ".").map(String.init) ?? [route.verb.rawValue.lowercased()] + words
            ),
            summary: route.summary,
            area: .of(route.path),
            access: route.access,
            role: route.role,
            scope: route.scope,
            method: route.method,
            parameters: try route.parameters.filter { !HTTPHeader.ofEachRequest.contains($0.name) }.map { parameter in
                HTTPOperation.Parameter(
                    name: parameter.name,
                    place: parameter.place,
                    schema: try schema(of: parameter, rules),
                    isRequired: parameter.isRequired,
                    summary: parameter.summary
                )
            },
            responses: []
        )
        operation.sentences += route.parameters.filter { HTTPHeader.ofEachRequest.contains($0.name) }
            .map { "`\($0.name)`: \($0.summary)" }
        if route.takesVersion { operation.parameters.append(.ifMatch(overwrites: false)) }
        if route.takesKey { operation.parameters.append(.idempotencyKey) }
        if let body = route.requestBody {
            operation.body = try content(body, isRequest: true)
            operation.isBodyRequired = true
            if case .bytes(_, let maximum?) = body { operation.bodyBytesMax = maximum }
        }
        operation.responses = try route.responses.map { response in
            let content = try response.body.map { try self.content($0, isRequest: false) }
            var headers: [HTTPOperation.ResponseHeader] = []
            if route.takesKey, (200..<300).contains(response.status) { headers.append(.idempotencyKey) }
            if case .json(let schema)? = content, hasVersion(schema) { headers.append(.entityTag) }
            if route.parameters.contains(where: { $0.name == HTTPHeader.ifNoneMatch }) { headers.append(.entityTag) }
            return HTTPOperation.Response(
                status: response.status,
                summary: response.summary,
                content: content,
                headers: headers
            )
        }
        operation.errors = ProblemCodes.codes(of: operation, own: route.errors, hasRules: false)
        return operation
    }

    private func schema(
        of parameter: RouteDescription.Parameter,
        _ rules: (any Contract.Type) throws -> [FieldConstraint]
    ) throws -> Schema {
        switch parameter.shape {
        case .text: return Schema(.text(format: nil))
        case .wholeNumber: return Schema(.integer)
        case .uuid: return Schema(.text(format: "uuid"))
        case .time: return .text(.format("date-time"))
        case .choice(let values): return Schema(.choice(values))
        case .field(let contract):
            let shape = try self.shape(of: contract)
            guard let schema = builder.field(parameter.name, of: shape, try rules(contract)) else {
                throw ShapeRecorder.Refusal(description: "\(shape) has no field \(parameter.name) for a parameter.")
            }
            return schema.withoutNull
        }
    }

    private func content(_ body: RouteDescription.Body, isRequest: Bool) throws -> HTTPOperation.Content {
        switch body {
        case .bytes(let mediaTypes, let maximum): return .bytes(mediaTypes: mediaTypes, maximum: maximum)
        case .text(let mediaType): return .text(mediaType: mediaType)
        case .events(let type): return .events(builder.reply(try shape(of: type)))
        case .json(let type):
            guard isRequest else { return .json(builder.reply(try shape(of: type))) }
            let shape = try self.shape(of: type)
            let name = SchemaBuilder.component("\(shape)")
            builder.add(name, Schema(.object(builder.request(shape, [], of: name))))
            return .json(Schema(.reference(name)))
        }
    }

    /// Joins words to a name in programs: `diaryEntriesAdd`.
    private static func id(_ words: [String]) -> String {
        let parts = words.flatMap { $0.split(separator: "-") }
        return parts.enumerated()
            .map { $0.offset == 0 ? String($0.element) : $0.element.prefix(1).uppercased() + $0.element.dropFirst() }
            .joined()
    }
}
