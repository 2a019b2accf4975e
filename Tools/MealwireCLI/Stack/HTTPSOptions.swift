import ArgumentParser
import CommandSupport
import FoundationEssentials
import ServerCertificates
import ServiceKit
import Supervision

/// The options of `mealwire up` for HTTPS.
struct HTTPSOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Serve HTTPS. Without --https-certificate, a certificate authority for this host is made; see `mealwire "
                + "certificates`."
        )
    )
    var https = false

    @Option(name: .customLong("https-port"), help: "The port for HTTPS.")
    var port = 8443

    @Option(
        name: .customLong("https-certificate"),
        help: ArgumentHelp("Your certificate, then those of its issuers, in PEM format.", valueName: "file")
    )
    var certificate: String?

    @Option(
        name: .customLong("https-key"),
        help: ArgumentHelp("The private key of your certificate, in PEM format.", valueName: "file")
    )
    var key: String?

    @Option(
        help: ArgumentHelp(
            "A name or an address of this host for the certificate that is made; repeatable.",
            valueName: "name"
        )
    )
    var name: [String] = []

    func validate() throws {
        guard https || (certificate == nil && key == nil && name.isEmpty) else {
            throw ValidationError("--https-certificate, --https-key and --name need --https.")
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--https-certificate and --https-key belong together: give both, or none.")
        }
        guard certificate == nil || name.isEmpty else {
            throw ValidationError(
                "--name is for a certificate that Mealwire makes; leave it out with --https-certificate."
            )
        }
        guard StackOptions.ports.contains(port) else {
            throw ValidationError("--https-port is \(port), but must be a whole number from 1 to 65535.")
        }
    }

    /// Returns the files for the stack; makes or renews them if the user has no certificate.
    func prepare(_ data: DataDirectory, _ console: Console) throws -> StackOptions.HTTPS? {
        guard https else { return nil }
        let common = ["--https", "--https-port", "\(port)"]
        if let certificate, let key {
            let (certificate, key) = (DataArgument.absolute(certificate), DataArgument.absolute(key))
            return StackOptions.HTTPS(
                port: port,
                certificate: certificate,
                key: key,
                authority: nil,
                arguments: common + ["--https-certificate", certificate, "--https-key", key]
            )
        }
        let files = CertificateFiles(directory: data.certificates)
        let outcome = try files.prepare(for: CertificateNames.ofThisHost(name))
        if let text = outcome.message(files) { console.write(text) }
        return StackOptions.HTTPS(
            port: port,
            certificate: files.serverCertificate,
            key: files.serverKey,
            authority: files.authorityCertificate,
            arguments: common + name.flatMap { ["--name", $0] }
        )
    }
}

extension CertificateFiles.Outcome {
    /// What the user should know; nil if nothing has changed.
    func message(_ files: CertificateFiles) -> String? {
        let done: String? =
            switch change {
            case .none: nil
            case .renewed: "Renewed the certificate \(files.serverCertificate).\n"
            case .made: "Made a certificate authority, which devices must trust: \(files.authorityCertificate).\n"
            }
        guard !uncovered.isEmpty else { return done }
        return (done ?? "")
            + "The certificate does not cover \(uncovered.joined(separator: ", ")), because the certificate authority is not "
            + "for them. `mealwire certificates make --replace` makes a new one.\n"
    }
}
