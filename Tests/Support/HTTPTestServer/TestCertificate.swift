import Foundation
import Gateway
import NIOSSL
import ServerCertificates
import TestSupport

/// The files of a certificate authority and a server's certificate for a test.
struct TestCertificate {
    let directory: TemporaryDirectory
    let files: CertificateFiles

    init(now: Date = Date()) throws {
        directory = try TemporaryDirectory()
        files = CertificateFiles(directory: directory.path)
        try files.replaceAuthority(for: CertificateNames(names: [], addresses: []), now: now)
    }

    /// Removes the files; call it at the end of a test, because optimised code releases the directory earlier.
    func remove() { directory.remove() }

    /// What a server needs.
    var security: ConnectionSecurity {
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
    func client(_ protocols: [String] = ["h2", "http/1.1"]) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.applicationProtocols = protocols
        return configuration
    }
}
