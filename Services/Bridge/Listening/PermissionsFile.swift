import Logging
import Messaging
import ServiceKit

/// The list of peers, read again when it has changed.
final class PermissionsFile {
    private let path: String
    private let logger: Logger
    private var version: FileVersion
    /// Why the last attempt to read it failed, so that each reason is logged once.
    private var failure: String?
    private(set) var permissions: KeyPermissions

    /// Reads the file; one that is not there lets no key in.
    ///
    /// - Throws: `PolicyFailure` if it is not what it should be.
    init(_ path: String, _ logger: Logger) throws {
        self.path = path
        self.logger = logger
        version = FileVersion(path)
        permissions = KeyPermissions(try PeerPolicy(path: path))
    }

    /// Reads the file again if it has changed; a file that is not what it should be changes nothing.
    ///
    /// - Returns: Whether other keys may come in now.
    func reloadIfChanged() -> Bool {
        let version = FileVersion(path)
        guard version != self.version else { return false }
        do {
            let permissions = KeyPermissions(try PeerPolicy(path: path))
            // Only now: rights of the file that are given back later change nothing else of it.
            (self.version, failure) = (version, nil)
            defer { self.permissions = permissions }
            logger.notice("the list of peers is read again", metadata: ["file": "\(path)"])
            return permissions != self.permissions
        } catch {
            if failure != "\(error)" {
                failure = "\(error)"
                logger.error("the list of peers stays as it was", metadata: ["error": "\(error)"])
            }
            return false
        }
    }
}
