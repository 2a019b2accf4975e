import FoundationEssentials
package import Logging
package import NIOSSL
import ServiceLifecycle
import Synchronization

/// Holds the current certificate of the server and reads its files again after a change.
///
/// It looks at the files instead of waiting for a signal: no tool that renews certificates has to know the process, and
/// containers and supervisors need not pass a signal on. Open connections keep their certificate.
package final class CertificateReloader: Service {
    /// The interval at which the files are looked at.
    ///
    /// Two calls of the system cost nothing. Renewals happen weeks before a certificate expires.
    private static let interval = Duration.seconds(30)
    /// A warning about a certificate that expires soon is repeated after this many looks: once a day.
    private static let looksPerWarning = 2_880

    /// Identifies the content of both files without reading them.
    private struct Stamp: Equatable {
        private struct File: Equatable {
            var number: Int?
            var bytes: Int?
            var changedAt: Date?
        }

        private let files: [File]

        init(_ paths: [String]) {
            files = paths.map { path in
                // A file that is gone or cannot be read differs from before. The reload that follows logs the reason.
                let found = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
                return File(
                    number: found[.systemFileNumber] as? Int,
                    bytes: found[.size] as? Int,
                    changedAt: found[.modificationDate] as? Date
                )
            }
        }
    }

    private let certificatePath: String
    private let keyPath: String
    private let logger: Logger
    private let interval: Duration
    private let certificate: Mutex<ServerCertificate>
    private let stamp: Mutex<Stamp>
    /// The files of the last failure that was logged.
    private let reported = Mutex<Stamp?>(nil)

    /// Reads the files for the first time.
    ///
    /// - Throws: `CertificateFailure` if the certificate cannot be used.
    package init(
        certificatePath: String,
        keyPath: String,
        logger: Logger,
        interval: Duration? = nil
    ) throws(CertificateFailure) {
        (self.certificatePath, self.keyPath, self.logger) = (certificatePath, keyPath, logger)
        self.interval = interval ?? Self.interval
        // Taken before the files are read, so that a change in between is noticed.
        stamp = Mutex(Stamp([certificatePath, keyPath]))
        certificate = Mutex(try ServerCertificate(certificatePath: certificatePath, keyPath: keyPath))
    }

    /// The TLS state for a new connection.
    package var context: NIOSSLContext { certificate.withLock { $0.context } }

    /// The end of the current certificate's validity, in seconds since 1970.
    package var expires: Int { certificate.withLock { $0.expires } }

    package func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            var looks = 0
            while !Task.isCancelled {
                if looks.isMultiple(of: Self.looksPerWarning) { warnIfNeeded() }
                looks += 1
                guard (try? await Task.sleep(for: interval)) != nil else { return }
                reloadIfChanged()
            }
        }
    }

    /// Reads the files if they have changed; keeps the current certificate if the new one cannot be used.
    ///
    /// Programs replace the two files one after the other. A pair that does not match is tried again at the next look.
    package func reloadIfChanged() {
        let found = Stamp([certificatePath, keyPath])
        guard stamp.withLock({ $0 != found }) else { return }
        do throws(CertificateFailure) {
            let new = try ServerCertificate(certificatePath: certificatePath, keyPath: keyPath)
            certificate.withLock { $0 = new }
            stamp.withLock { $0 = found }
            logger.notice("the renewed certificate is in use", metadata: ["expires": "\(new.expiry)"])
        } catch {
            let isNew = reported.withLock { reported in
                defer { reported = found }
                return reported != found
            }
            guard isNew else { return }
            logger.error(
                "the changed certificate cannot be used; the former one stays",
                metadata: ["error": "\(error)"]
            )
        }
    }

    private func warnIfNeeded() {
        let current = certificate.withLock { $0 }
        guard current.expiresSoon() else { return }
        logger.warning("the certificate of the server expires soon", metadata: ["expires": "\(current.expiry)"])
    }
}
