package import Foundation
package import HTTPServer
package import NIOSSL
package import ServerCertificates
package import TestSupport

/// The files of a certificate authority and a server's certificate for a test.
package struct TestCertificate {
    package let directory: TemporaryDirectory
    package let files: CertificateFiles

    package init(now: Date = Date()) throws {
        directory = try TemporaryDirectory()
        files = CertificateFiles(directory: directory.path)
        try files.replaceAuthority(for: CertificateNames(names: [], addresses: []), now: now)
    }

    /// Removes the files; call it at the end of a test, because optimised code releases the directory earlier.
    package func remove() { directory.remove() }

    /// What a server needs.
    package var security: ConnectionSecurity {
        get throws {
            let certificate = try ServerCertificate(
                certificatePath: files.serverCertificate,
                keyPath: files.serverKey
            )
            return ConnectionSecurity { certificate.context }
        }
    }

    /// The configuration of a client.
    ///
    /// It does not verify the certificate, because BoringSSL knows no name constraints for addresses. The tests of
    /// ServerCertificates verify it.
    package func client(_ protocols: [String] = ["h2", "http/1.1"]) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.applicationProtocols = protocols
        return configuration
    }
}
