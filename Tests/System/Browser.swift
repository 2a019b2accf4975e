import Foundation
import FoundationNetworking
import Synchronization

/// An HTTP client with a browser's handling of cookies.
final class Browser: Sendable {
    private struct Cookie {
        var value: String
        var path: String
    }

    private let port: Int
    private let session: URLSession
    private let jar = Mutex<[String: Cookie]>([:])
    private let lastHeader = Mutex("")

    init(port: Int) {
        self.port = port
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        session = URLSession(configuration: configuration)
    }

    /// Returns another browser or tab that starts with the same cookies.
    func copy() -> Browser {
        let other = Browser(port: port)
        let cookies = jar.withLock { $0 }
        other.jar.withLock { $0 = cookies }
        return other
    }

    var names: Set<String> { jar.withLock { Set($0.keys) } }

    /// The last `Set-Cookie` values.
    ///
    /// Foundation joins them with commas, which these cookies do not contain.
    var lastSet: [String] {
        lastHeader.withLock { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    func removeCookie(_ name: String) { jar.withLock { _ = $0.removeValue(forKey: name) } }

    /// Sends a request as the app's own page does, unless the headers say otherwise.
    func send(
        _ method: String,
        _ path: String,
        _ json: String? = nil,
        _ headers: [String: String] = ["X-Session": "cookie"]
    ) async throws -> HTTPClient.Answer {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.timeoutInterval = 20
        request.httpShouldHandleCookies = false
        if let json {
            request.httpBody = Data(json.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let sent = jar.withLock { $0 }.filter { path.hasPrefix($0.value.path) }.map { "\($0.key)=\($0.value.value)" }
        if !sent.isEmpty { request.setValue(sent.joined(separator: "; "), forHTTPHeaderField: "Cookie") }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (body, response) = try await session.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        let answer = HTTPClient.Answer(status: response.statusCode, body: body, headers: response.allHeaderFields)
        store(answer.header("Set-Cookie") ?? "")
        return answer
    }

    private func store(_ header: String) {
        lastHeader.withLock { $0 = header }
        for text in lastSet {
            let parts = text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let pair = (parts.first ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            let path = parts.first { $0.hasPrefix("Path=") }.map { String($0.dropFirst("Path=".count)) } ?? "/"
            let cookie = Cookie(value: String(pair[1]), path: path)
            jar.withLock { $0[String(pair[0])] = parts.contains("Max-Age=0") ? nil : cookie }
        }
    }
}
