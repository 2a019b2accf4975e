package import Contracts
import Synchronization

/// How requests of a contract are sent: from its binding, once for each type.
///
/// The load generator sends by these plans as well, over its own connections.
package struct RequestPlan: Sendable {
    /// A part of the path.
    private enum PathPart: Sendable {
        case text(String)
        case field(String)
    }

    /// Longest wait for an answer beyond the time-out of the method, in milliseconds: the way through proxies.
    private static let graceMs = 5_000

    let method: Contracts.Method
    let verb: HTTPBinding.Verb
    private let path: [PathPart]
    private let fields: HTTPBinding.FieldSource
    private let gatewayFields: Set<String>

    /// The longest wait for an answer to one attempt.
    var attemptTimeout: Duration { .milliseconds(method.timeoutMs + Self.graceMs) }

    private static let known = Mutex<[ObjectIdentifier: RequestPlan]>([:])

    /// Returns the plan of a contract.
    ///
    /// - Throws: ``ClientError/noRoute(_:)`` if the contract has no binding.
    package static func of<Request: Contract>(_ type: Request.Type) throws(ClientError) -> RequestPlan {
        let id = ObjectIdentifier(type)
        if let plan = known.withLock({ $0[id] }) { return plan }
        guard let binding = type.http else { throw ClientError.noRoute(type.method.name) }
        let plan = RequestPlan(type.method, binding)
        known.withLock { $0[id] = plan }
        return plan
    }

    private init(_ method: Contracts.Method, _ binding: HTTPBinding) {
        self.method = method
        verb = binding.verb
        fields = binding.fields
        gatewayFields = binding.gatewayFields
        path = binding.path.split(separator: "/").map { part in
            part.hasPrefix("{") ? .field(String(part.dropFirst().dropLast())) : .text(String(part))
        }
    }

    /// Splits a request into path, query, body and `If-Match`.
    ///
    /// - Throws: ``ClientError/notEncodable(_:)`` for a value that JSON or an address cannot hold, such as an infinite
    ///   number.
    func parts(of request: some Contract) throws(ClientError) -> RequestParts {
        guard let json = try? PayloadCoder.encode(request) else {
            throw ClientError.notEncodable("\(type(of: request))")
        }
        return try parts(ofJSON: json)
    }

    /// Splits a request that is encoded already, for a caller that also sends it as a message.
    ///
    /// - Throws: ``ClientError/notEncodable(_:)`` for a value that an address cannot hold.
    package func parts(ofJSON json: [UInt8]) throws(ClientError) -> RequestParts {
        guard let object = JSONMembers(json) else { throw ClientError.notEncodable(method.name) }
        var rest = object.members
        var address = ""
        for part in path {
            switch part {
            case .text(let text): address += "/" + text
            case .field(let name):
                guard let index = rest.firstIndex(where: { $0.name == name }), let text = Self.text(rest[index].json),
                    !text.isEmpty
                else { throw ClientError.notEncodable(name) }
                address += "/" + PercentEncoding.text(text)
                rest.remove(at: index)
            }
        }
        let ifMatch = Self.takeVersion(from: &rest)
        rest.removeAll { gatewayFields.contains($0.name) }
        guard fields == .query else {
            return RequestParts(verb: verb, address: address, ifMatch: ifMatch, body: JSONMembers.object(rest))
        }
        var query: [String] = []
        for member in rest where member.json != Self.null {
            guard let text = Self.text(member.json) else { throw ClientError.notEncodable(member.name) }
            query.append("\(member.name)=\(PercentEncoding.text(text))")
        }
        if !query.isEmpty { address += "?" + query.joined(separator: "&") }
        return RequestParts(verb: verb, address: address, ifMatch: ifMatch, body: nil)
    }

    private static let null = ArraySlice("null".utf8)
    private static let yes = ArraySlice("true".utf8)

    /// Removes the fields of `If-Match`, and returns its value.
    private static func takeVersion(from members: inout [JSONMembers.Member]) -> String? {
        var ifMatch: String?
        members.removeAll { member in
            switch member.name {
            case HTTPBinding.versionField:
                if member.json != null { ifMatch = "\"\(String(decoding: member.json, as: UTF8.self))\"" }
                return true
            case HTTPBinding.overwriteField:
                if member.json == yes { ifMatch = ifMatch ?? "*" }
                return true
            default: return false
            }
        }
        return ifMatch
    }

    /// Returns a text, a number or a truth value as an address writes it; nil for other JSON.
    private static func text(_ json: ArraySlice<UInt8>) -> String? {
        switch json.first {
        case UInt8(ascii: "\""):
            // The text comes from the encoder, so it can always be decoded.
            try? PayloadCoder.decodeReply([String].self, from: [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")]).first
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["): nil
        default: String(decoding: json, as: UTF8.self)
        }
    }
}

/// A request split by the binding of its contract.
package struct RequestParts: Sendable {
    package let verb: HTTPBinding.Verb
    /// Path and query, percent-encoded.
    package let address: String
    /// The value of `If-Match`; nil if any version may be changed.
    package let ifMatch: String?
    /// JSON; nil for a request without a body.
    package let body: [UInt8]?

    package init(verb: HTTPBinding.Verb, address: String, ifMatch: String? = nil, body: [UInt8]? = nil) {
        self.verb = verb
        self.address = address
        self.ifMatch = ifMatch
        self.body = body
    }
}

/// Texts in addresses (RFC 3986).
enum PercentEncoding {
    private static let hexadecimal = Array("0123456789ABCDEF".unicodeScalars)
    private static let unreserved = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8
    )

    /// Returns a text with all bytes but unreserved ones percent-encoded.
    static func text(_ text: String) -> String {
        var encoded = String.UnicodeScalarView()
        for byte in text.utf8 {
            if unreserved.contains(byte) {
                encoded.append(Unicode.Scalar(byte))
            } else {
                encoded.append("%")
                encoded.append(hexadecimal[Int(byte >> 4)])
                encoded.append(hexadecimal[Int(byte & 15)])
            }
        }
        return String(encoded)
    }
}
