package import Contracts

/// What clients over HTTP rely on, as data: the part of a baseline that two versions are compared by.
package struct HTTPInterface: Codable, Equatable, Sendable {
    /// The media types of a body, and its JSON if it has some.
    package struct Content: Codable, Equatable, Sendable {
        package var mediaTypes: [String]
        package var schema: Schema?
    }

    /// A parameter in the path, the query or a header.
    package struct Parameter: Codable, Equatable, Sendable {
        package var schema: Schema
        package var isRequired: Bool
    }

    /// The body of a request.
    package struct Body: Codable, Equatable, Sendable {
        package var content: Content
        package var isRequired: Bool
        package var bytesMax: Int
    }

    /// A response other than a problem document.
    package struct Response: Codable, Equatable, Sendable {
        package var content: Content?
        /// Names of headers that clients use.
        package var headers: [String]
    }

    /// One operation.
    package struct Operation: Codable, Equatable, Sendable {
        package var access: Contracts.Method.Access
        /// The role that callers need, of signed-in users at least ``Role/user``.
        ///
        /// Nil for other operations, and in a baseline that is older than this field.
        package var role: Role?
        /// The scope of personal tokens; nil if none is accepted.
        ///
        /// A text, because a later version may not know it.
        package var scope: String?
        /// Parameters by place and name, such as `query limit`.
        package var parameters: [String: Parameter]
        package var body: Body?
        /// Responses by status.
        package var responses: [String: Response]
        /// Statuses and codes of problems, such as `409 conflict`.
        package var problems: [String]
    }

    /// Operations by verb and path, such as `GET /v1/diary/days/{date}`.
    package var operations: [String: Operation]
    /// The named schemas, of which the problem document is ``problemName``.
    package var schemas: [String: Schema]

    static let problemName = "Problem"

    /// Takes the comparable part of a model.
    package init(_ model: HTTPModel) {
        let operations = model.operations.map { ("\($0.verb.rawValue) \($0.path)", Operation($0)) }
        self.operations = Dictionary(operations) { first, _ in first }
        schemas = model.components
    }
}

extension HTTPInterface.Operation {
    fileprivate init(_ operation: HTTPOperation) {
        access = operation.access
        role = operation.role ?? (operation.access == .user ? .user : nil)
        scope = operation.scope?.rawValue
        let parameters = operation.parameters.map { parameter in
            (
                "\(parameter.place.rawValue) \(parameter.name)",
                HTTPInterface.Parameter(schema: parameter.schema, isRequired: parameter.isRequired)
            )
        }
        self.parameters = Dictionary(parameters) { first, _ in first }
        body = operation.body.map { content in
            HTTPInterface.Body(
                content: HTTPInterface.Content(content),
                isRequired: operation.isBodyRequired,
                bytesMax: operation.bodyBytesMax
            )
        }
        let responses = operation.responses.map { response in
            (
                "\(response.status)",
                HTTPInterface.Response(
                    content: response.content.map(HTTPInterface.Content.init),
                    headers: Set(response.headers.map(\.rawValue)).sorted()
                )
            )
        }
        self.responses = Dictionary(responses) { first, _ in first }
        problems = operation.errors.map { "\($0.status.code) \($0.rawValue)" }.sorted()
    }
}

extension HTTPInterface.Content {
    fileprivate init(_ content: HTTPOperation.Content) {
        switch content {
        case .json(let schema): self.init(mediaTypes: ["application/json"], schema: schema)
        case .events(let schema): self.init(mediaTypes: ["text/event-stream"], schema: schema)
        case .text(let mediaType): self.init(mediaTypes: [mediaType])
        case .bytes(let mediaTypes, _): self.init(mediaTypes: mediaTypes)
        }
    }
}
