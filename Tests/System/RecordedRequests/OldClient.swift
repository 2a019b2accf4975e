import Foundation
import TestSupport
import Testing

/// Sends the recorded requests of an earlier release, as its app would: ids and tokens come from the answers.
final class OldClient {
    /// A step that cannot be sent.
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Characters that a part of a path or query contains unescaped.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
    /// The bytes of a token as Base64 in a mail, on a line of its own.
    private static let mailedTokenLength = 43

    private let stack: StackFixture
    private let run = UUID().uuidString.prefix(8).lowercased()
    private var values: [String: String] = [:]

    init(_ stack: StackFixture) {
        self.stack = stack
    }

    /// Sends the request of a step, and takes the values that later steps need.
    ///
    /// - Returns: What the app would miss in the answer, as sentences.
    func differences(of step: RecordedRequests.Step) async throws -> [String] {
        if let appointment = step.before {
            let email = try await resolve(appointment.email)
            let command = ["admin", "users", "role", email, appointment.role, "--data", stack.directory]
            let outcome = try CommandLineTool.run(command)
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
        var answer = try await send(step)
        if step.until != nil {
            try await eventually("the answer to \"\(step.name)\" is as recorded", is: [String]()) {
                answer = try await send(step)
                return try AnswerForm(answer).differences(from: step.answer)
            }
        }
        let differences = try AnswerForm(answer).differences(from: step.answer)
        for (name, path) in step.takes ?? [:] {
            guard let value = try Self.value(at: path, in: answer) else {
                throw Failure(description: "\(step.name): The answer has no \(path). \(differences)")
            }
            values[name] = value
        }
        return differences
    }

    private static func value(at path: String, in answer: HTTPClient.Answer) throws -> String? {
        let header = "header "
        if path.hasPrefix(header) { return answer.header(String(path.dropFirst(header.count))) }
        switch try answer.decode(JSONTree.self).value(at: path) {
        case .text(let text)?: return text
        case .number(let number)?: return "\(Int(number))"
        default: return nil
        }
    }

    private func send(_ step: RecordedRequests.Step) async throws -> HTTPClient.Answer {
        var headers: [String: String] = [:]
        for (name, value) in step.headers ?? [:] { headers[name] = try await resolve(value) }
        // Cookies of a browser must not reach the requests of the app.
        let http = headers["X-Session"] == nil ? stack.http : HTTPClient(port: stack.port)
        var body = step.file?.base64
        if let tree = step.body { body = try JSONEncoder().encode(try await resolve(tree)) }
        let mediaType = step.file?.mediaType ?? "application/json"
        return try await http.send(step.verb, try await target(of: step), body, mediaType, headers)
    }

    private func target(of step: RecordedRequests.Step) async throws -> String {
        if let url = step.url {
            let parts = URLComponents(string: try await resolve(url))
            return (parts?.percentEncodedPath ?? "") + (parts?.percentEncodedQuery.map { "?\($0)" } ?? "")
        }
        var path = step.path
        for (name, value) in step.values ?? [:] {
            path = path.replacingOccurrences(of: "{\(name)}", with: Self.escaped(try await resolve(value)))
        }
        var parameters: [String] = []
        for (name, value) in step.query ?? [:] {
            parameters.append("\(Self.escaped(name))=\(Self.escaped(try await resolve(value)))")
        }
        return parameters.isEmpty ? path : "\(path)?\(parameters.joined(separator: "&"))"
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }

    // MARK: Placeholders

    private func resolve(_ tree: JSONTree) async throws -> JSONTree {
        switch tree {
        case .text(let text): return .text(try await resolve(text))
        case .list(let items):
            var resolved: [JSONTree] = []
            for item in items { resolved.append(try await resolve(item)) }
            return .list(resolved)
        case .object(let members):
            var resolved: [String: JSONTree] = [:]
            for (name, value) in members { resolved[name] = try await resolve(value) }
            return .object(resolved)
        case .null, .flag, .number: return tree
        }
    }

    private func resolve(_ text: String) async throws -> String {
        var (rest, resolved) = (text[...], "")
        while let begin = rest.range(of: "{{"), let end = rest[begin.upperBound...].range(of: "}}") {
            resolved += rest[..<begin.lowerBound]
            resolved += try await value(of: String(rest[begin.upperBound..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return resolved + rest
    }

    private func value(of placeholder: String) async throws -> String {
        let words = placeholder.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        switch words[0] {
        case "email": return address(of: words[1])
        case "uuid":
            let id = values[placeholder] ?? UUID().uuidString.lowercased()
            values[placeholder] = id
            return id
        case "date":
            let day: TimeInterval = 86_400
            return String(Self.timestamp(in: (TimeInterval(words[1]) ?? 0) * day).prefix("YYYY-MM-DD".count))
        case "time": return Self.timestamp(in: TimeInterval(words[1]) ?? 0)
        case "code": return try AuthenticatorApp.code(values[words[1]] ?? "", Int(words[2]) ?? 0)
        case "mail": return try await mailedToken(to: address(of: words[1]), about: words[2])
        default:
            guard let value = values[placeholder] else {
                throw Failure(description: "No earlier answer has given \(placeholder).")
            }
            return value
        }
    }

    private func address(of user: String) -> String { "\(user)-\(run)@example.org" }

    private static func timestamp(in seconds: TimeInterval) -> String {
        Date(timeIntervalSinceNow: seconds).formatted(.iso8601)
    }

    /// Waits for a mail to an address with a subject, and returns its token.
    private func mailedToken(to address: String, about subject: String) async throws -> String {
        let directory = "\(stack.directory)/mail/new"
        return try await eventualValue("a mail about \(subject) has come") {
            let texts = try FileManager.default.contentsOfDirectory(atPath: directory).map {
                try String(contentsOfFile: "\(directory)/\($0)", encoding: .utf8)
            }
            let mail = texts.first { $0.contains("\nTo: <\(address)>\n") && $0.contains("\nSubject: \(subject)\n") }
            let token = mail?.split(separator: "\n").last { $0.count == Self.mailedTokenLength && !$0.contains(" ") }
            return token.map(String.init)
        }
    }
}
