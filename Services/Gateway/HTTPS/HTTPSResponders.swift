import Contracts
import HTTPServer
import HTTPTypes
package import Hummingbird

/// Serves the pages of the certificate authority before the routes.
package struct TrustResponder<Routes: HTTPResponder<BasicRequestContext>>: HTTPResponder {
    package typealias Context = BasicRequestContext

    private let routes: Routes
    private let trust: TrustPages?

    package init(_ routes: Routes, _ trust: TrustPages?) { (self.routes, self.trust) = (routes, trust) }

    @concurrent
    package func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        if let response = trust?.response(request) { return response }
        return try await routes.respond(to: request, context: context)
    }
}

/// Redirects the requests of a plain port to HTTPS, except health checks and the pages of the certificate authority.
package struct RedirectResponder<Routes: HTTPResponder<BasicRequestContext>>: HTTPResponder {
    package typealias Context = BasicRequestContext

    /// Requests that supervisors and monitors send from this host, without secrets.
    private static var healthPrefix: String { "/health/" }
    private static var portDefault: Int { 443 }

    private let routes: Routes
    private let trust: TrustPages?
    private let port: Int
    /// The public address without a slash at its end; nil if it is unknown.
    private let publicURL: String?

    /// - Parameters:
    ///   - routes: The routes of the gateway.
    ///   - trust: The pages of the certificate authority; nil if there is none.
    ///   - port: The port of HTTPS.
    ///   - publicURL: The address that browsers use; nil for the host of each request.
    package init(_ routes: Routes, _ trust: TrustPages?, port: Int, publicURL: String? = nil) {
        (self.routes, self.trust, self.port) = (routes, trust, port)
        let isSecure = publicURL?.lowercased().hasPrefix("https://") ?? false
        self.publicURL = isSecure ? publicURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } : nil
    }

    @concurrent
    package func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        if let response = trust?.response(request) { return response }
        if request.uri.path.hasPrefix(Self.healthPrefix) {
            return try await routes.respond(to: request, context: context)
        }
        guard let target = target(of: request) else {
            return Problem(ServiceError(.malformed, "The request names no host; send it to the HTTPS port \(port)."))
                .response
        }
        guard request.method == .get || request.method == .head else {
            // A redirect would hide that the content has crossed the network in plain text.
            return Problem(
                ServiceError(
                    .forbidden,
                    "Send this request to \(target) instead. What you sent here was not encrypted: if it contained a "
                        + "password or a token, change it.",
                    params: ["location": target]
                )
            ).response
        }
        return Response(status: .permanentRedirect, headers: [.location: target])
    }

    /// Returns the address of the same resource by HTTPS; nil for a request without a usable host.
    private func target(of request: Request) -> String? {
        let path = request.head.path.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
        if let publicURL { return publicURL + path }
        guard let host = request.head.authority.map(Self.withoutPort), Self.isHost(host) else { return nil }
        return "https://\(host)" + (port == Self.portDefault ? "" : ":\(port)") + path
    }

    private static func withoutPort(_ authority: String) -> String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return authority.firstIndex(of: ":").map { String(authority[..<$0]) } ?? authority
    }

    private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { byte in
                switch UInt8(byte) {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "["),
                    UInt8(ascii: "]"), UInt8(ascii: ":"):
                    true
                default: false
                }
            }
    }
}
