import CommandSupport
import Foundation
import ServerCertificates
import TestSupport
import Testing

/// The files of a certificate authority and of a server's certificate.
final class CertificateFilesTests {
    private static let day: TimeInterval = 86_400
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    deinit { directory.remove() }

    private var files: CertificateFiles { CertificateFiles(directory: directory.file("certificates")) }

    private static func names(_ names: [String] = [], required: Set<String> = []) -> CertificateNames {
        CertificateNames(names: names, addresses: [], required: required)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `keys are readable for their owner only, and the authority's stands apart`() throws {
        #expect(try files.prepare(for: Self.names()).change == .made)
        #expect(try mode(files.authorityKey) == 0o600)
        #expect(try mode(files.serverKey) == 0o600)
        for path in [files.authorityKey, files.serverKey].map({ ($0 as NSString).deletingLastPathComponent }) {
            #expect(try mode(path) == 0o700)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["certificate.pem", "key.pem"]
            )
        }
    }

    @Test func `a valid certificate is not replaced`() throws {
        _ = try files.prepare(for: Self.names())
        let before = try String(contentsOfFile: files.serverCertificate, encoding: .utf8)
        #expect(try files.prepare(for: Self.names()).change == .none)
        #expect(try String(contentsOfFile: files.serverCertificate, encoding: .utf8) == before)
    }

    @Test func `a certificate is renewed by the same authority when less than 30 days remain`() throws {
        _ = try files.prepare(for: Self.names())
        let authority = try #require(try files.authority()).fingerprint
        let end = try files.server().expires
        #expect(try files.prepare(for: Self.names(), now: end - 31 * Self.day).change == .none)
        #expect(try files.prepare(for: Self.names(), now: end - 29 * Self.day).change == .renewed)
        #expect(try files.server().expires > end)
        #expect(try files.authority()?.fingerprint == authority)
    }

    @Test func `a name that the authority permits is added`() throws {
        _ = try files.prepare(for: Self.names(["example.org"]))
        #expect(try files.prepare(for: Self.names(["example.org", "food.example.org"])).change == .renewed)
        #expect(try files.server().alternatives.contains("food.example.org"))
    }

    @Test func `a found name that the authority does not permit is left out`() throws {
        _ = try files.prepare(for: Self.names())
        let outcome = try files.prepare(for: Self.names(["other.example"]))
        #expect(outcome.change == .none)
        #expect(outcome.uncovered == ["other.example"])
    }

    @Test func `a required name that the authority does not permit is an error that says what to do`() throws {
        _ = try files.prepare(for: Self.names())
        let wanted = Self.names(["other.example"], required: ["other.example"])
        #expect {
            try files.prepare(for: wanted)
        } throws: { error in
            "\(error)".contains("cannot certify other.example") && "\(error)".contains("certificates make --replace")
        }
        try files.replaceAuthority(for: wanted)
        #expect(try files.server().alternatives.contains("other.example"))
    }

    @Test func `a damaged key of the authority is reported`() throws {
        _ = try files.prepare(for: Self.names())
        try "no key".write(toFile: files.authorityKey, atomically: true, encoding: .utf8)
        #expect(throws: CommandFailure.self) { try files.prepare(for: Self.names()) }
    }

    @Test(arguments: ["food_1", "-a", "a..b", "https://a", "*.example.org", ""])
    func `a text that is no host name is refused`(text: String) {
        #expect(throws: CommandFailure.self) { try CertificateNames.ofThisHost([text]) }
    }

    @Test func `given names and addresses are required`() throws {
        let names = try CertificateNames.ofThisHost(["Food.Example.org", "203.0.113.7", "2001:DB8::1"])
        #expect(names.required == ["food.example.org", "203.0.113.7", "2001:db8::1"])
        #expect(Set(names.all).isSuperset(of: names.required.union(["localhost", "127.0.0.1", "::1"])))
    }
}
