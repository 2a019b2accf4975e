import Crypto
import FoundationEssentials
package import HTTPServer
import HTTPTypes
package import Hummingbird
import NIOCore
import NIOSSL

/// Serves a certificate authority, and the page that explains how devices trust it.
///
/// The page is served over plain HTTP, too, because a device opens HTTPS only afterwards. So it asks the reader to
/// compare the fingerprint.
package struct TrustPages: Sendable {
    package static let path = "/trust"
    static let binaryPath = "/trust/mealwire-ca.crt"
    static let textPath = "/trust/mealwire-ca.pem"
    /// All paths: the page, and the certificate in two forms.
    ///
    /// Neither the table of routes nor the OpenAPI document has them: a device opens them before it trusts the server,
    /// and only servers with a certificate authority of their own have them. A test asks for each of them.
    package static let paths = [path, binaryPath, textPath]

    private let page: ByteBuffer
    private let binary: ByteBuffer
    private let text: ByteBuffer
    /// SHA-256 of the certificate, as devices show it: `3A:07:…`.
    package let fingerprint: String

    /// Reads the certificate authority.
    ///
    /// - Parameter path: A PEM file.
    /// - Throws: `CertificateFailure` if it holds no certificate.
    package init(authority path: String) throws(CertificateFailure) {
        guard let bytes = try ServerCertificate.chain(path).first.flatMap({ try? $0.toDERBytes() }) else {
            throw CertificateFailure("\(path) contains no certificate, but must be that of the certificate authority.")
        }
        fingerprint = SHA256.hash(data: bytes).map(Self.hex).joined(separator: ":")
        (page, binary) = (ByteBuffer(string: TrustPage.html(fingerprint: fingerprint)), ByteBuffer(bytes: bytes))
        text = ByteBuffer(string: Self.pem(bytes))
    }

    /// Returns the response to a request for the page or the certificate; nil for other requests.
    package func response(_ request: Request) -> Response? {
        guard request.method == .get || request.method == .head else { return nil }
        switch request.uri.path {
        case Self.path: return Response(status: .ok, headers: Self.pageHeaders, body: .init(byteBuffer: page))
        // iOS offers to install a file of this type.
        case Self.binaryPath: return Self.file(binary, "application/x-x509-ca-cert")
        case Self.textPath: return Self.file(text, "application/x-pem-file")
        default: return nil
        }
    }

    private static func file(_ bytes: ByteBuffer, _ type: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .contentDisposition: "attachment"],
            body: .init(byteBuffer: bytes)
        )
    }

    /// The page loads, runs and embeds nothing, and sends no referrer.
    private static let pageHeaders: HTTPFields = {
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .contentLanguage: "en", .cacheControl: "no-cache",
            .contentSecurityPolicy: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ]
        if let referrerPolicy = HTTPField.Name("Referrer-Policy") { headers[referrerPolicy] = "no-referrer" }
        return headers
    }()

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }

    /// Characters of a line in PEM (RFC 7468).
    private static let lineLength = 64

    private static func pem(_ bytes: [UInt8]) -> String {
        var rest = Substring(Data(bytes).base64EncodedString())
        var lines = ["-----BEGIN CERTIFICATE-----"]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(lineLength)))
            rest = rest.dropFirst(lineLength)
        }
        return (lines + ["-----END CERTIFICATE-----", ""]).joined(separator: "\n")
    }
}
