import FoundationEssentials
package import NIOSSL

#if canImport(Glibc)
import Glibc
#endif

/// The certificate of the server with its private key, ready for connections.
package struct ServerCertificate: Sendable {
    /// The protocols inside TLS, the preferred one first (RFC 7301).
    package static let protocols = ["h2", "http/1.1"]
    /// The server warns when a certificate expires within this time; certificate authorities renew earlier.
    package static let warningDays = 14

    /// Makes the TLS state of new connections.
    package let context: NIOSSLContext
    /// The end of the validity, in seconds since 1970.
    package let expires: Int

    /// Reads a certificate and its key.
    ///
    /// - Parameters:
    ///   - certificatePath: A PEM file with the certificate of the server, then those of its issuers.
    ///   - keyPath: A PEM file with the private key.
    ///   - now: The current time in seconds since 1970.
    /// - Throws: `CertificateFailure` for a file that cannot be read, a key of another certificate, and a certificate
    ///   that is not valid now.
    package init(certificatePath: String, keyPath: String, now: Int = time(nil)) throws(CertificateFailure) {
        let chain = try Self.chain(certificatePath)
        guard let own = chain.first else {
            throw CertificateFailure(
                "\(certificatePath) contains no certificate, but must begin with a block BEGIN CERTIFICATE."
            )
        }
        guard own.notValidAfter > now else {
            throw CertificateFailure(
                "The certificate \(certificatePath) expired on \(DateHeader.text(of: own.notValidAfter)). Renew it, or run "
                    + "`mealwire certificates renew` if Mealwire made it."
            )
        }
        guard own.notValidBefore <= now else {
            throw CertificateFailure(
                "The certificate \(certificatePath) is valid only from \(DateHeader.text(of: own.notValidBefore)) on. Check "
                    + "the clock of this host."
            )
        }
        expires = own.notValidAfter
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(try Self.key(keyPath))
        )
        // Older versions are broken (RFC 8996).
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = Self.protocols
        // Clients show no certificates, so the roots of the system are not read.
        configuration.trustRoots = .certificates([])
        do {
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw CertificateFailure(
                "The key \(keyPath) does not belong to the first certificate in \(certificatePath). The certificate of the "
                    + "server must come first, before those of its issuers."
            )
        }
    }

    /// Whether the certificate expires soon.
    ///
    /// - Parameter now: In seconds since 1970.
    /// - Returns: True in the last days of its validity.
    package func expiresSoon(_ now: Int = time(nil)) -> Bool { expires - now < Self.warningDays * 86_400 }

    /// The end of the validity for people.
    var expiry: String { DateHeader.text(of: expires) }

    /// Reads the certificates of a PEM file.
    package static func chain(_ path: String) throws(CertificateFailure) -> [NIOSSLCertificate] {
        let bytes = try read(path)
        do {
            return try NIOSSLCertificate.fromPEMBytes(bytes)
        } catch {
            throw CertificateFailure("\(path) is not a certificate in PEM format: \(error).")
        }
    }

    private static func key(_ path: String) throws(CertificateFailure) -> NIOSSLPrivateKey {
        let bytes = try read(path)
        if String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED") {
            throw CertificateFailure(
                "The key \(path) is encrypted. Decrypt it with `openssl pkey -in \(path) -out PLAIN`, readable for the user "
                    + "of the gateway only."
            )
        }
        do {
            return try NIOSSLPrivateKey(bytes: bytes, format: .pem)
        } catch {
            throw CertificateFailure("\(path) is not a private key in PEM format: \(error).")
        }
    }

    private static func read(_ path: String) throws(CertificateFailure) -> [UInt8] {
        if let data = FileManager.default.contents(atPath: path) { return Array(data) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        let reason = descriptor < 0 ? String(cString: strerror(errno)) : "it is no plain file"
        if descriptor >= 0 { close(descriptor) }
        throw CertificateFailure("Cannot read \(path): \(reason).")
    }
}

/// A certificate or key that cannot be used, as sentences for the operator.
package struct CertificateFailure: Error, CustomStringConvertible, Equatable {
    package let description: String

    package init(_ description: String) { self.description = description }
}
