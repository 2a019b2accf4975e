import Contracts
import Foundation
import FoundationNetworking
import MealwireClient

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

    /// Returns the library for apps, for tests that are not about HTTP.
    ///
    /// - Parameters:
    ///   - session: The session of the user; nil for a client that is not signed in.
    ///   - device: The name that the list of sessions shows; nil for the usual one.
    /// - Returns: A client that keeps its session in memory.
    /// - Throws: `URLError` for a port without an address.
    func app(_ session: Session? = nil, device: String? = nil) throws -> MealwireClient {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        var options = ClientOptions()
        if let device { options.userAgent = device }
        return MealwireClient(baseURL: url, sessions: .memory(StoredSession(session: session)), options: options)
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
    /// Sends requests as they are written, for tests of HTTP.
    let http: HTTPClient
    /// The library for apps, with the same session.
    let client: MealwireClient
    let session: Session

    init(http: HTTPClient, session: Session) throws {
        self.http = http
        self.session = session
        client = try http.app(session)
    }

    private init(http: HTTPClient, client: MealwireClient, session: Session) {
        (self.http, self.client, self.session) = (http, client, session)
    }

    /// Registers a user with a unique e-mail address.
    ///
    /// - Parameters:
    ///   - stack: The stack.
    ///   - name: The name of the user, from which the address is made.
    ///   - profile: Members of the registration as JSON, without braces.
    /// - Returns: The user, signed in.
    /// - Throws: `MealwireProblem` or `ClientError`.
    static func register(_ stack: StackFixture, _ name: String, _ profile: String) async throws -> User {
        let email = "\(name.lowercased())-\(UUIDv7.make().description.suffix(8))@example.org"
        let json = """
            {"email":"\(email)","password":"1234567A","passwordConfirmation":"1234567A","name":"\(name)",\(profile)}
            """
        let client = try stack.http.app()
        let registration = try PayloadCoder.decode(AuthRegister.self, from: Array(json.utf8))
        let session = try await client.register(Intent(registration))
        return User(http: stack.http.with(token: session.accessToken), client: client, session: session)
    }

    /// Signs the user in on another device.
    ///
    /// - Throws: `MealwireProblem` or `ClientError`; `ClientError.signedOut` if a second factor is wanted.
    func signIn(_ stack: StackFixture, _ password: String, on device: String) async throws -> User {
        let client = try stack.http.app(device: device)
        let outcome = try await client.signIn(email: self.session.user.email, password: password)
        guard case .session(let session) = outcome else { throw ClientError.signedOut }
        return User(http: stack.http.with(token: session.accessToken), client: client, session: session)
    }

    /// Returns the food that a search finds first.
    func food(_ query: String) async throws -> Food {
        guard let food = try await client.send(CatalogSearch(q: query, limit: 1)).items.first else {
            throw ClientError.unexpectedAnswer("no food matches \(query)")
        }
        return food
    }

    /// Logs an amount on the current day.
    func log(_ meal: Meal, _ amount: EntryAmount) async throws -> DiaryEntry {
        try await client.send(DiaryEntriesAdd(date: .today, meal: meal, amount: amount))
    }

    /// The current day of the diary.
    var today: DiaryDay {
        get async throws { try await client.send(DiaryDayGet(date: .today)) }
    }
}

/// An answer that ends a test.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let description: String

    init(_ answer: HTTPClient.Answer) {
        description = "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
    }
}
