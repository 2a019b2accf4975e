/// A route that is no call of one method, described for documents and for the list of routes: files, images, streams,
/// health and metrics.
///
/// The gateway registers its code under the description, so that no route is without one.
package struct RouteDescription: Sendable {
    /// A parameter of the request.
    package struct Parameter: Sendable {
        /// Where a parameter stands.
        package enum Place: String, Sendable {
            case path
            case query
            case header
        }

        package let name: String
        package let place: Place
        package let shape: ParameterShape
        package let isRequired: Bool
        /// One sentence for documents.
        package let summary: String

        package init(
            _ name: String,
            in place: Place,
            _ shape: ParameterShape = .text,
            isRequired: Bool = false,
            _ summary: String
        ) {
            self.name = name
            self.place = place
            self.shape = shape
            self.isRequired = isRequired || place == .path
            self.summary = summary
        }
    }

    /// The type of a parameter.
    package enum ParameterShape: Sendable {
        case text
        case wholeNumber
        case uuid
        /// A time in RFC 3339 format.
        case time
        case choice([String])
        /// The field of this name in a contract to which the route passes it, with the contract's rules.
        case field(of: any Contract.Type)
    }

    /// The body of a request or a response.
    package enum Body: Sendable {
        /// JSON of a type.
        case json(any (Codable & Sendable).Type)
        /// Bytes of one of these media types, with a maximum count.
        case bytes(mediaTypes: [String], maximum: Int?)
        /// Text of a media type.
        case text(mediaType: String)
        /// A stream of server-sent events; their data is JSON of a type.
        case events(any (Codable & Sendable).Type)
    }

    /// A response other than a problem document.
    package struct Response: Sendable {
        package let status: Int
        package let body: Body?
        /// One sentence for documents.
        package let summary: String

        package init(_ status: Int, _ body: Body? = nil, _ summary: String) {
            self.status = status
            self.body = body
            self.summary = summary
        }
    }

    package let verb: HTTPBinding.Verb
    package let path: String
    /// One sentence for documents.
    package let summary: String
    package let access: Method.Access
    /// The role that the signed-in user needs; nil if each user may call the route.
    package let role: Role?
    /// The one method of a service that the route calls with the caller's request; nil if there is none.
    package let method: Method?
    /// The scope that a personal access token needs; nil if the route accepts none.
    package let scope: Scope?
    package let parameters: [Parameter]
    package let requestBody: Body?
    package let responses: [Response]
    /// Error codes besides those that follow from access and body.
    package let errors: [ErrorCode]
    /// True if `If-Match` names the version to change.
    package let takesVersion: Bool
    /// True if the `version` of the reply is sent as `ETag`.
    package let answersVersion: Bool
    /// True if the write takes effect once under an `Idempotency-Key`.
    package let takesKey: Bool

    /// Creates a description.
    ///
    /// Access and role are by default those of the method, or else ``Method/Access/anyone`` and none.
    package init(
        _ verb: HTTPBinding.Verb,
        _ path: String,
        _ summary: String,
        access: Method.Access? = nil,
        role: Role? = nil,
        calls method: Method? = nil,
        scope: Scope? = nil,
        parameters: [Parameter] = [],
        requestBody: Body? = nil,
        responses: [Response],
        errors: [ErrorCode] = [],
        takesVersion: Bool = false,
        answersVersion: Bool = false,
        takesKey: Bool = false
    ) {
        self.verb = verb
        self.path = path
        self.summary = summary
        self.access = access ?? method?.access ?? .anyone
        self.role = role ?? method?.role
        self.method = method
        self.scope = scope
        self.parameters = parameters
        self.requestBody = requestBody
        self.responses = responses
        self.errors = errors
        self.takesVersion = takesVersion
        self.answersVersion = answersVersion
        self.takesKey = takesKey
    }
    /// The status of a successful response.
    package var success: Int { responses.first { (200..<300).contains($0.status) }?.status ?? 200 }
}
