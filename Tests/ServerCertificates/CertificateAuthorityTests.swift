import Foundation
import ServerCertificates
import SwiftASN1
import Testing
import X509

/// The certificate authority of a host and the certificates that it issues.
struct CertificateAuthorityTests {
    private static let names = CertificateNames(
        names: ["food.example.org"],
        addresses: [NetworkAddress(bytes: [192, 168, 1, 20], prefixLength: 24)]
    )

    private static func authority(now: Date = Date()) throws -> CertificateAuthority {
        try CertificateAuthority(for: names, title: "Mealwire test", now: now)
    }

    /// Verifies a certificate for a host, as a device does that trusts the authority.
    private static func isTrusted(
        _ server: ServerCredentials,
        _ authority: CertificateAuthority,
        host: String? = nil,
        address: String? = nil
    ) async -> Bool {
        var verifier = Verifier(rootCertificates: CertificateStore([authority.certificate])) {
            RFC5280Policy()
            ServerIdentityPolicy(serverHostname: host, serverIP: address)
        }
        switch await verifier.validate(leaf: server.certificate, intermediates: CertificateStore()) {
        case .validCertificate: return true
        case .couldNotValidate: return false
        }
    }

    @Test(arguments: ["food.example.org", "localhost"])
    func `a certificate is trusted for the names of the server`(name: String) async throws {
        let authority = try Self.authority()
        let server = try authority.issue(for: Self.names, now: Date())
        #expect(await Self.isTrusted(server, authority, host: name))
        #expect(await !Self.isTrusted(server, authority, host: "other.example.org"))
    }

    @Test(arguments: ["192.168.1.20", "127.0.0.1", "::1"])
    func `a certificate is trusted for the addresses of the server`(address: String) async throws {
        let authority = try Self.authority()
        let server = try authority.issue(for: Self.names, now: Date())
        #expect(await Self.isTrusted(server, authority, address: address))
        #expect(await !Self.isTrusted(server, authority, address: "192.168.1.21"))
    }

    @Test func `a certificate for another address of the network is trusted`() async throws {
        let authority = try Self.authority()
        let moved = CertificateNames(
            names: [],
            addresses: [NetworkAddress(bytes: [192, 168, 1, 99], prefixLength: 24)]
        )
        #expect(authority.forbidden(of: moved).isEmpty)
        #expect(await Self.isTrusted(try authority.issue(for: moved, now: Date()), authority, address: "192.168.1.99"))
    }

    @Test(arguments: [
        CertificateNames(names: ["bank.example"], addresses: []),
        CertificateNames(names: ["example.org"], addresses: []),
        CertificateNames(names: [], addresses: [NetworkAddress(bytes: [192, 168, 2, 1], prefixLength: 24)]),
        CertificateNames(names: [], addresses: [NetworkAddress(bytes: [9, 9, 9, 9], prefixLength: 32)]),
    ])
    func `a certificate for other names is not trusted, even if the authority has signed it`(
        other: CertificateNames
    ) async throws {
        let authority = try Self.authority()
        #expect(authority.forbidden(of: other).count == 1)
        #expect(await !Self.isTrusted(try authority.issue(for: other, now: Date()), authority, host: "localhost"))
    }

    @Test func `a public address is permitted alone, without its network`() throws {
        let names = CertificateNames(
            names: [],
            addresses: [NetworkAddress(bytes: [203, 0, 113, 7], prefixLength: 24)]
        )
        let authority = try CertificateAuthority(for: names, title: "Mealwire test", now: Date())
        let neighbor = CertificateNames(
            names: [],
            addresses: [NetworkAddress(bytes: [203, 0, 113, 8], prefixLength: 32)]
        )
        #expect(authority.forbidden(of: names).isEmpty)
        #expect(authority.forbidden(of: neighbor) == ["203.0.113.8"])
    }

    @Test func `a certificate is valid for at most 397 days`() throws {
        let server = try Self.authority().issue(for: Self.names, now: Date())
        let time = server.certificate.notValidAfter.timeIntervalSince(server.certificate.notValidBefore)
        #expect(time <= 397 * 86_400)
        #expect(server.certificate.notValidBefore < Date())
    }

    @Test func `a certificate does not outlive its authority`() throws {
        let authority = try Self.authority(now: Date() - 3_600 * 86_400)
        let server = try authority.issue(for: Self.names, now: Date())
        #expect(server.certificate.notValidAfter <= authority.certificate.notValidAfter)
    }

    @Test func `an authority may not sign other authorities, and its constraints are critical`() throws {
        let extensions = try Self.authority().certificate.extensions
        #expect(try extensions.basicConstraints == .isCertificateAuthority(maxPathLength: 0))
        #expect(extensions[oid: .X509ExtensionID.nameConstraints]?.critical == true)
        #expect(extensions[oid: .X509ExtensionID.keyUsage]?.critical == true)
    }
}
