import Contracts
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the privacy notice to everyone, in the reader's language.
struct PrivacyRoute {
    let notice: PrivacyNotice

    func add(to table: inout RouteTable) {
        let notice = notice
        table.handle(.get, "/legal/privacy") { request, _ in
            let language = PrivacyNotice.language(
                asked: request.uri.queryParameters["language"].map(String.init),
                accepted: request.headers[.acceptLanguage]
            )
            return Response(
                status: .ok,
                headers: Self.headers(language),
                body: ResponseBody(byteBuffer: ByteBuffer(string: notice.html(language)))
            )
        }
    }

    /// The page loads, runs and embeds nothing, and sends no referrer.
    private static func headers(_ language: PrivacyNotice.Language) -> HTTPFields {
        [
            .contentType: "text/html; charset=utf-8",
            .contentLanguage: language.rawValue,
            .vary: "Accept-Language",
            .cacheControl: "no-cache",
            .contentSecurityPolicy:
                "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
        ]
    }
}

/// Serves `security.txt` (RFC 9116); 404 where the operator has set no address to reach.
struct SecurityTextRoute {
    /// The file changes once a day.
    private static let cacheControl = "max-age=86400"

    let contact: SecurityContact?

    func add(to table: inout RouteTable) {
        let contact = contact
        table.handle(.get, "/.well-known/security.txt") { _, _ in
            guard let contact else { throw ServiceError.notFound("file") }
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: Self.cacheControl],
                body: ResponseBody(byteBuffer: ByteBuffer(string: contact.text(now: Date())))
            )
        }
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .eTag
}
