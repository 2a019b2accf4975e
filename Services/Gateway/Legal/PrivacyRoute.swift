import Contracts
import HTTPTypes
import Hummingbird
import NIOCore

/// Serves the privacy notice to everyone, in the reader's language.
struct PrivacyRoute {
    let notice: PrivacyNotice

    func add(to table: inout RouteTable) throws {
        let notice = notice
        try table.handle(SpecialRoutes.privacy) { request, _ in
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

extension HTTPField.Name {
    static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .eTag
}
