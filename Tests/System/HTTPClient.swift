import Contracts
import Foundation
import FoundationNetworking

/// An HTTP client for a gateway.
struct HTTPClient {
    /// A complete response.
    struct Answer {
        let status: Int
        let body: Data
        let headers: [AnyHashable: Any]

        /// Decodes the body.
        func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(type, from: body)
        }

        /// The body as a problem document.
        var problem: ProblemDocument {
            get throws { try decode(ProblemDocument.self) }
        }

        func header(_ name: String) -> String? {
            headers.first { "\($0.key)".lowercased() == name.lowercased() }.map { "\($0.value)" }
        }
    }

    /// A problem document of RFC 9457, with Mealwire's members.
    struct ProblemDocument: Decodable {
        let status: Int
        let code: ErrorCode
        let detail: String
        let errors: [FieldError]?

        var fields: [String] { errors?.map(\.field) ?? [] }
    }

    let port: Int
    var token: String?
    private let session = URLSession(configuration: .ephemeral)

    init(port: Int, token: String? = nil) {
        self.port = port
        self.token = token
    }

    func with(token: String?) -> HTTPClient { HTTPClient(port: port, token: token) }

    func get(_ path: String) async throws -> Answer { try await send("GET", path) }
    func post(_ path: String, _ json: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send("POST", path, json, headers)
    }
    func patch(_ path: String, _ json: String, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send("PATCH", path, json, headers)
    }
    func delete(_ path: String) async throws -> Answer { try await send("DELETE", path) }

    func send(
        _ method: String,
        _ path: String,
        _ json: String? = nil,
        _ headers: [String: String] = [:]
    ) async throws -> Answer {
        try await send(method, path, json.map { Data($0.utf8) }, "application/json", headers)
    }

    /// Sends a body of any media type.
    func send(
        _ method: String,
        _ path: String,
        _ body: Data?,
        _ mediaType: String,
        _ headers: [String: String] = [:]
    ) async throws -> Answer {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.timeoutInterval = 20
        if let body {
            request.httpBody = body
            request.setValue(mediaType, forHTTPHeaderField: "Content-Type")
        }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (received, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return Answer(status: response.statusCode, body: received, headers: response.allHeaderFields)
    }
}

/// A signed-in user of the stack.
struct User {
    let http: HTTPClient
    let session: Session

    /// Registers a user with a unique e-mail address.
    static func register(_ stack: StackFixture, _ name: String, _ profile: String) async throws -> User {
        let email = "\(name.lowercased())-\(UUIDv7.make().description.suffix(8))@example.org"
        let json = """
            {"email":"\(email)","password":"1234567A","passwordConfirmation":"1234567A","name":"\(name)",\(profile)}
            """
        let answer = try await stack.http.post("/v1/auth/register", json)
        guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
        let session = try answer.decode(Session.self)
        return User(http: stack.http.with(token: session.accessToken), session: session)
    }
}

/// An answer that ends a test.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let description: String

    init(_ answer: HTTPClient.Answer) {
        description = "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
    }
}
