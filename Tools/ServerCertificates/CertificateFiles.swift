import CommandSupport
package import FoundationEssentials
import SwiftASN1
import X509

#if canImport(Glibc)
import Glibc
#endif

/// The files of a certificate authority and of a server's certificate.
///
/// The key of the authority has a directory of its own, so that a copy of the server's certificate for another program
/// does not contain it.
package struct CertificateFiles {
    private let directory: String

    /// - Parameter directory: The directory of all files, made when needed.
    package init(directory: String) { self.directory = directory }

    package var authorityCertificate: String { "\(directory)/authority/certificate.pem" }
    package var authorityKey: String { "\(directory)/authority/key.pem" }
    package var serverCertificate: String { "\(directory)/server/certificate.pem" }
    package var serverKey: String { "\(directory)/server/key.pem" }

    /// What ``prepare(for:now:)`` has done.
    package struct Outcome: Equatable {
        /// The change of the files.
        package enum Change: Equatable {
            /// All files were valid.
            case none
            /// The server has a new certificate of the same authority.
            case renewed
            /// The authority is new: devices must trust it.
            case made
        }

        package let change: Change
        /// Names and addresses of the host that the authority cannot certify.
        package var uncovered: [String] = []
    }

    /// Makes what is missing, and renews the certificate of the server if it expires soon or lacks a name.
    ///
    /// - Parameters:
    ///   - names: The names and addresses of the server.
    ///   - now: The current time.
    /// - Returns: What has changed, and what the certificate does not cover.
    /// - Throws: `CommandFailure` if the authority cannot certify a required name, or files cannot be read or written.
    package func prepare(for names: CertificateNames, now: Date = Date()) throws -> Outcome {
        guard let authority = try authority() else {
            try replaceAuthority(for: names, now: now)
            return Outcome(change: .made)
        }
        let uncovered = authority.forbidden(of: names)
        // A certificate that is missing or cannot be used is replaced.
        if let server = try? server(), !server.isOutdated(for: names.without(uncovered), now: now),
            server.certificate.issuer == authority.certificate.subject
        {
            try Self.check(names, uncovered)
            return Outcome(change: .none, uncovered: uncovered)
        }
        try issue(authority, names, now)
        return Outcome(change: .renewed, uncovered: uncovered)
    }

    /// Makes a new certificate for the server, even if the current one is valid.
    package func renew(for names: CertificateNames, now: Date = Date()) throws -> Outcome {
        guard let authority = try authority() else {
            throw CommandFailure(
                "There is no certificate authority in \(directory); `mealwire certificates make` makes one."
            )
        }
        try issue(authority, names, now)
        return Outcome(change: .renewed, uncovered: authority.forbidden(of: names))
    }

    /// Makes a new authority and a certificate for the server; devices must trust the new authority.
    package func replaceAuthority(for names: CertificateNames, now: Date = Date()) throws {
        let title = "Mealwire \(names.names.first { $0 != "localhost" } ?? "server") \(Self.dayText(now))"
        let authority = try CertificateAuthority(for: names, title: title, now: now)
        try PrivateFile.write(try authority.key.serializeAsPEM().pemString, to: authorityKey, isSecret: true)
        try PrivateFile.write(
            try authority.certificate.serializeAsPEM().pemString,
            to: authorityCertificate,
            isSecret: false
        )
        try issue(authority, names, now)
    }

    /// Reads the authority; nil if there is none.
    ///
    /// - Throws: `CommandFailure` for files that cannot be read.
    package func authority() throws -> CertificateAuthority? {
        guard FileManager.default.fileExists(atPath: authorityCertificate) else { return nil }
        let (certificate, key) = try (PrivateFile.read(authorityCertificate), PrivateFile.read(authorityKey))
        do {
            return try CertificateAuthority(certificatePEM: certificate, keyPEM: key)
        } catch {
            throw CommandFailure(
                "The certificate authority in \(directory)/authority cannot be used: \(error). Restore its files, or make a "
                    + "new one with `mealwire certificates make --replace`; devices must then trust it."
            )
        }
    }

    /// Reads the certificate of the server.
    package func server() throws -> ServerCredentials {
        ServerCredentials(
            certificate: try Certificate(pemEncoded: PrivateFile.read(serverCertificate)),
            key: try Certificate.PrivateKey(pemEncoded: PrivateFile.read(serverKey))
        )
    }

    private func issue(_ authority: CertificateAuthority, _ names: CertificateNames, _ now: Date) throws {
        guard authority.certificate.notValidAfter > now else {
            throw CommandFailure(
                "The certificate authority has expired. `mealwire certificates make --replace` makes a new one; devices must "
                    + "then trust it."
            )
        }
        let uncovered = authority.forbidden(of: names)
        try Self.check(names, uncovered)
        let server = try authority.issue(for: names.without(uncovered), now: now)
        // The gateway reads both files again. Between the two writes it keeps the former pair.
        try PrivateFile.write(try server.key.serializeAsPEM().pemString, to: serverKey, isSecret: true)
        try PrivateFile.write(try server.certificate.serializeAsPEM().pemString, to: serverCertificate, isSecret: false)
    }

    private static func check(_ names: CertificateNames, _ uncovered: [String]) throws(CommandFailure) {
        let missing = uncovered.filter { names.required.contains($0) }
        guard missing.isEmpty else {
            throw CommandFailure(
                "The certificate authority cannot certify \(missing.joined(separator: ", ")). `mealwire certificates make "
                    + "--replace` with all names makes a new one; devices must then trust it."
            )
        }
    }

    private static func dayText(_ date: Date) -> String { String(date.ISO8601Format().prefix(10)) }
}

/// Files that another user must not read, replaced in one step.
private enum PrivateFile {
    private static let secretMode: mode_t = 0o600
    private static let publicMode: mode_t = 0o644
    private static let directoryMode: mode_t = 0o700

    static func read(_ path: String) throws(CommandFailure) -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure("Cannot read \(path).")
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// Writes a file, which is on the disk under its name only when it is complete.
    static func write(_ text: String, to path: String, isSecret: Bool) throws(CommandFailure) {
        guard let slash = path.lastIndex(of: "/") else { throw CommandFailure("\(path) is not an absolute path.") }
        try makeDirectory(String(path[..<slash]))
        let temporary = "\(path).new"
        unlink(temporary)
        let mode = isSecret ? secretMode : publicMode
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw CommandFailure("Cannot write \(temporary): \(systemReason()).") }
        defer { close(descriptor) }
        let bytes = Array((text.hasSuffix("\n") ? text : text + "\n").utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0,
            rename(temporary, path) == 0
        else { throw CommandFailure("Cannot write \(path): \(systemReason()).") }
    }

    private static func makeDirectory(_ path: String) throws(CommandFailure) {
        if mkdir(path, directoryMode) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw CommandFailure("Cannot make the directory \(path): \(systemReason()).")
        }
        try makeDirectory(String(path[..<slash]))
        guard mkdir(path, directoryMode) == 0 || errno == EEXIST else {
            throw CommandFailure("Cannot make the directory \(path): \(systemReason()).")
        }
    }
}
