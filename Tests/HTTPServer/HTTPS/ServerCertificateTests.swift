import Foundation
import HTTPServer
import HTTPTestServer
import ServerCertificates
import TestSupport
import Testing

/// Reading and renewing the certificate of the server.
struct ServerCertificateTests {
    private static func message(_ certificate: String, _ key: String) -> String {
        do {
            _ = try ServerCertificate(certificatePath: certificate, keyPath: key)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func `a certificate is read with its end`() throws {
        let test = try TestCertificate()
        defer { test.remove() }
        let files = test.files
        let certificate = try ServerCertificate(certificatePath: files.serverCertificate, keyPath: files.serverKey)
        #expect(try certificate.expires == Int(files.server().expires.timeIntervalSince1970))
        #expect(!certificate.expiresSoon())
        #expect(certificate.expiresSoon(certificate.expires - 13 * 86_400))
    }

    @Test func `a key of another certificate is refused with both paths`() throws {
        let (one, other) = (try TestCertificate(), try TestCertificate())
        defer { for test in [one, other] { test.remove() } }
        let message = Self.message(one.files.serverCertificate, other.files.serverKey)
        #expect(message.contains("The key \(other.files.serverKey) does not belong to the first certificate in"))
        #expect(message.contains(one.files.serverCertificate))
    }

    @Test func `an expired certificate is refused with its end and what to do`() throws {
        let test = try TestCertificate(now: Date() - 400 * 86_400)
        defer { test.remove() }
        let files = test.files
        let message = Self.message(files.serverCertificate, files.serverKey)
        #expect(message.contains("expired on "))
        #expect(message.contains("mealwire certificates renew"))
    }

    @Test func `a certificate that is not valid yet is refused with a hint at the clock`() throws {
        let test = try TestCertificate(now: Date() + 10 * 86_400)
        defer { test.remove() }
        let files = test.files
        #expect(Self.message(files.serverCertificate, files.serverKey).contains("Check the clock of this host"))
    }

    @Test func `files that cannot be read are named with the reason`() throws {
        let test = try TestCertificate()
        defer { test.remove() }
        let files = test.files
        let none = test.directory.file("none.pem")
        #expect(Self.message(none, files.serverKey) == "Cannot read \(none): No such file or directory.")
        #expect(Self.message(files.serverCertificate, none) == "Cannot read \(none): No such file or directory.")
        let text = try test.directory.write("text.pem", "no certificate")
        #expect(Self.message(text, files.serverKey).contains(text))
        #expect(Self.message(files.serverCertificate, text).contains("\(text) is not a private key in PEM format"))
        let encrypted = try test.directory.write(
            "encrypted.pem",
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----\n"
        )
        #expect(Self.message(files.serverCertificate, encrypted).contains("openssl pkey -in \(encrypted)"))
    }

    @Test func `a renewed certificate is used without a restart`() throws {
        let test = try TestCertificate(now: Date() - 100 * 86_400)
        defer { test.remove() }
        let files = test.files
        let reloader = try CertificateReloader(
            certificatePath: files.serverCertificate,
            keyPath: files.serverKey,
            logger: .silent
        )
        let before = reloader.expires
        reloader.reloadIfChanged()
        #expect(reloader.expires == before)
        _ = try files.renew(for: .init(names: [], addresses: []))
        reloader.reloadIfChanged()
        #expect(reloader.expires > before)
    }

    @Test func `a changed pair that does not match is not used, until its other half arrives`() throws {
        let (test, other) = (try TestCertificate(), try TestCertificate(now: Date() - 100 * 86_400))
        defer { for each in [test, other] { each.remove() } }
        let files = test.files
        let reloader = try CertificateReloader(
            certificatePath: files.serverCertificate,
            keyPath: files.serverKey,
            logger: .silent
        )
        let before = reloader.expires
        func replace(_ path: String, with source: String) throws {
            try String(contentsOfFile: source, encoding: .utf8).write(toFile: path, atomically: true, encoding: .utf8)
        }
        try replace(files.serverKey, with: other.files.serverKey)
        reloader.reloadIfChanged()
        #expect(reloader.expires == before)
        try replace(files.serverCertificate, with: other.files.serverCertificate)
        reloader.reloadIfChanged()
        #expect(reloader.expires < before)
    }
}
