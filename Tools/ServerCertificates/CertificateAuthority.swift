import CommandSupport
import Crypto
package import FoundationEssentials
import SwiftASN1
package import X509

/// A small certificate authority for one server, which can certify only its names and networks.
///
/// Devices trust it once. If its key leaks, it cannot be used against other web sites on these devices, because they
/// check its name constraints.
package struct CertificateAuthority {
    /// As long as a household keeps its devices; the authority is trusted by hand on each.
    static let authorityDays = 3_650
    /// Apple and the CA/Browser Forum accept at most 398 days.
    package static let serverDays = 397
    /// The tolerance for devices with clocks that are behind.
    private static let clockTolerance: TimeInterval = 3_600
    private static let day: TimeInterval = 86_400

    package let certificate: Certificate
    let key: Certificate.PrivateKey

    /// Makes an authority with a new key (P-256).
    ///
    /// - Parameters:
    ///   - names: What it may certify.
    ///   - title: Its name, which devices list among other authorities.
    ///   - now: The start of its validity.
    /// - Throws: An error of the encoding.
    package init(for names: CertificateNames, title: String, now: Date) throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let subject = try DistinguishedName { CommonName(title) }
        let begin = now - Self.clockTolerance
        certificate = try Certificate(
            version: .v3,
            serialNumber: .init(),
            publicKey: key.publicKey,
            notValidBefore: begin,
            notValidAfter: begin + TimeInterval(Self.authorityDays) * Self.day,
            issuer: subject,
            subject: subject,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                Critical(
                    NameConstraints(
                        permittedDNSDomains: names.names,
                        permittedIPRanges: names.networks.map { ASN1OctetString(contentBytes: $0.constraint[...]) }
                    )
                )
                SubjectKeyIdentifier(hash: key.publicKey)
            },
            issuerPrivateKey: key
        )
        self.key = key
    }

    /// Reads an authority from the texts of its files.
    init(certificatePEM: String, keyPEM: String) throws {
        certificate = try Certificate(pemEncoded: certificatePEM)
        key = try Certificate.PrivateKey(pemEncoded: keyPEM)
        guard key.publicKey == certificate.publicKey else {
            throw CommandFailure("The key of the certificate authority does not belong to its certificate.")
        }
    }

    /// The end of its validity.
    package var expires: Date { certificate.notValidAfter }

    /// Returns the names and addresses that the authority may not certify.
    package func forbidden(of names: CertificateNames) -> [String] {
        // An authority with constraints that cannot be read may certify nothing.
        guard let constraints = try? certificate.extensions.nameConstraints else { return names.all }
        let domains = constraints.permittedDNSDomains
        let ranges = constraints.permittedIPRanges.map { Array($0.bytes) }
        let forbiddenNames = names.names.filter { name in
            !domains.contains { name == $0 || name.hasSuffix(".\($0)") }
        }
        let forbiddenAddresses = names.addresses.filter { address in
            !ranges.contains { range in
                range.count == address.bytes.count * 2
                    && address.bytes.indices.allSatisfy { index in
                        (address.bytes[index] ^ range[index]) & range[address.bytes.count + index] == 0
                    }
            }
        }
        return forbiddenNames + forbiddenAddresses.map { "\($0)" }
    }

    /// Makes a certificate for the server, with a new key (P-256).
    ///
    /// - Parameters:
    ///   - names: The names and addresses of the server.
    ///   - now: The start of its validity.
    /// - Returns: The certificate and its key.
    /// - Throws: An error of the encoding.
    package func issue(for names: CertificateNames, now: Date) throws -> ServerCredentials {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let begin = now - Self.clockTolerance
        let alternatives =
            names.names.map { GeneralName.dnsName($0) }
            + names.addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0.bytes[...])) }
        let end = min(begin + TimeInterval(Self.serverDays) * Self.day, certificate.notValidAfter)
        let certificate = try Certificate(
            version: .v3,
            serialNumber: .init(),
            publicKey: key.publicKey,
            notValidBefore: begin,
            notValidAfter: end,
            issuer: self.certificate.subject,
            subject: try DistinguishedName { CommonName("Mealwire") },
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(alternatives)
                SubjectKeyIdentifier(hash: key.publicKey)
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: self.certificate.publicKey).keyIdentifier
                )
            },
            issuerPrivateKey: self.key
        )
        return ServerCredentials(certificate: certificate, key: key)
    }

    /// SHA-256 of the certificate, as devices show it: `3A:07:…`.
    package var fingerprint: String {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return SHA256.hash(data: serializer.serializedBytes).map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined(separator: ":")
        }
    }
}

/// The certificate of a server with its key.
package struct ServerCredentials {
    /// The certificate is renewed in the last 30 days, a month in which the server may be off.
    private static let renewalTime: TimeInterval = 30 * 86_400

    package let certificate: Certificate
    let key: Certificate.PrivateKey

    /// Whether the certificate must be replaced: it expires soon, or the server has other names.
    package func isOutdated(for names: CertificateNames, now: Date) -> Bool {
        certificate.notValidAfter.timeIntervalSince(now) < Self.renewalTime || alternatives != Set(names.all)
    }

    /// The end of its validity.
    package var expires: Date { certificate.notValidAfter }

    /// The names and addresses in the certificate.
    package var alternatives: Set<String> {
        // A certificate without readable names covers none, and is renewed.
        let found = try? certificate.extensions.subjectAlternativeNames
        return Set(
            (found ?? SubjectAlternativeNames()).compactMap { name in
                switch name {
                case .dnsName(let name): name
                case .ipAddress(let bytes):
                    "\(NetworkAddress(bytes: Array(bytes.bytes), prefixLength: bytes.bytes.count * 8))"
                default: nil
                }
            }
        )
    }
}
