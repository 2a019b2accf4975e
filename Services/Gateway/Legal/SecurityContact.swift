import Contracts
package import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// Writes the `security.txt` of RFC 9116, which states how finders of vulnerabilities reach the operator.
package struct SecurityContact: Sendable {
    /// RFC 9116 recommends less than a year, so that an abandoned server does not promise answers for ever.
    private static let validity: TimeInterval = 180 * 86_400

    private let contact: String
    private let publicURL: String?

    /// - Parameters:
    ///   - contact: An e-mail or web address. Other texts give nil, because the file needs an address.
    ///   - publicURL: The address that browsers use; nil if it is unknown. A slash at its end is removed.
    package init?(contact: String?, publicURL: String?) {
        guard let contact, let url = Self.url(of: contact) else { return nil }
        self.contact = url
        self.publicURL = publicURL.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    }

    /// Writes the file.
    ///
    /// - Parameter now: The present; the file expires 180 days later, in whole days.
    /// - Returns: The text of the file.
    package func text(now: Date) -> String {
        let day = 86_400.0
        let expires = Date(
            timeIntervalSince1970: ((now.timeIntervalSince1970 + Self.validity) / day).rounded(.down) * day
        )
        let canonical = publicURL.map { "Canonical: \($0)/.well-known/security.txt\n" } ?? ""
        return "Contact: \(contact)\nExpires: \(expires.ISO8601Format())\n\(canonical)Preferred-Languages: en\n"
    }

    /// Returns a contact as a URL: a web address as it is, an e-mail address with `mailto:`, nil for any other text.
    static func url(of contact: String) -> String? {
        guard !contact.contains(where: \.isWhitespace) else { return nil }
        if contact.hasPrefix("https://") || contact.hasPrefix("http://") { return contact }
        return contact.contains("@") && !contact.contains(":") ? "mailto:\(contact)" : nil
    }
}

/// Serves `security.txt` (RFC 9116); 404 where the operator has set no address to reach.
struct SecurityTextRoute {
    /// The file changes once a day.
    private static let cacheControl = "max-age=86400"

    let contact: SecurityContact?

    func add(to table: inout RouteTable) throws {
        let contact = contact
        try table.handle(SpecialRoutes.securityContact) { _, _ in
            guard let contact else { throw ServiceError.notFound("file") }
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: Self.cacheControl],
                body: ResponseBody(byteBuffer: ByteBuffer(string: contact.text(now: Date())))
            )
        }
    }
}
