import ArgumentParser
import CommandSupport
import FoundationEssentials
import ServerCertificates
import ServiceKit

/// `mealwire certificates`: manages the certificate authority of this host and the certificate of its gateway.
struct Certificates: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make, show and renew the certificate for HTTPS that `mealwire up --https` uses.",
        discussion: """
            Mealwire makes a small certificate authority in certificates/ of the data directory. It can certify only the \
            names and networks of this host, which devices check. Each device trusts it once; the page /trust of the \
            server explains how. The certificate of the server is valid for 397 days. `mealwire up --https` renews it when \
            30 days are left, and a running gateway reads a renewed one by itself.

            With a certificate of a public authority you do not need this command: use `mealwire up --https \
            --https-certificate FILE --https-key FILE`.
            """,
        subcommands: [Make.self, Show.self, Renew.self]
    )

    /// The names for a certificate.
    struct Names: ParsableArguments {
        @Option(help: ArgumentHelp("A further name or address of this host; repeatable.", valueName: "name"))
        var name: [String] = []

        var all: CertificateNames { get throws { try CertificateNames.ofThisHost(name) } }
    }

    /// `mealwire certificates make`.
    struct Make: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a certificate authority and a certificate for the names and addresses of this host."
        )

        @OptionGroup var names: Names

        @Flag(help: "Make a new certificate authority; all devices must then trust it.")
        var replace = false

        @OptionGroup var dataArgument: DataArgument

        func run() throws {
            let files = CertificateFiles(directory: try dataArgument.directory.certificates)
            let console = Console()
            if replace {
                try files.replaceAuthority(for: names.all)
            } else {
                let outcome = try files.prepare(for: names.all)
                console.write(outcome.message(files) ?? "The certificate is valid; nothing was made.\n")
            }
            try Show.show(files, console)
        }
    }

    /// `mealwire certificates show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the fingerprint of the certificate authority, and the names and the end of the certificate."
        )

        @OptionGroup var dataArgument: DataArgument

        func run() throws {
            try Self.show(CertificateFiles(directory: try dataArgument.directory.certificates), Console())
        }

        static func show(_ files: CertificateFiles, _ console: Console) throws {
            guard let authority = try files.authority() else {
                throw CommandFailure("There is no certificate authority; `mealwire certificates make` makes one.")
            }
            let server = try files.server()
            console.write(
                """
                Certificate authority: \(files.authorityCertificate)
                  SHA-256 \(try authority.fingerprint)
                  valid until \(authority.expires.ISO8601Format())
                Certificate of the server: \(files.serverCertificate)
                  for \(server.alternatives.sorted().joined(separator: ", "))
                  valid until \(server.expires.ISO8601Format())

                """
            )
        }
    }

    /// `mealwire certificates renew`.
    struct Renew: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a new certificate for the server with the same authority, which devices trust already."
        )

        @OptionGroup var names: Names
        @OptionGroup var dataArgument: DataArgument

        func run() throws {
            let files = CertificateFiles(directory: try dataArgument.directory.certificates)
            let outcome = try files.renew(for: names.all)
            Console().write(outcome.message(files) ?? "")
        }
    }
}
