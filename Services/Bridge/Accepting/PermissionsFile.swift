import Logging
import ServiceKit

/// The list of peers, which is reloaded when the file changes.
final class PermissionsFile {
    private let path: String
    private let logger: Logger
    private var version: FileVersion
    /// The reason why the last attempt to read the file failed, recorded to log each reason once.
    private var failure: String?
    private(set) var permissions: KeyPermissions

    /// Reads the file; without one, no key is allowed.
    ///
    /// - Throws: `PolicyFailure` if the file is invalid.
    init(_ path: String, _ logger: Logger) throws {
        self.path = path
        self.logger = logger
        version = FileVersion(path)
        permissions = KeyPermissions(try PeerPolicy(path: path))
    }

    /// Reloads the file if it has changed; an invalid file changes nothing.
    ///
    /// - Returns: Whether the allowed keys have changed.
    func reloadIfChanged() -> Bool {
        let version = FileVersion(path)
        guard version != self.version else { return false }
        do {
            let permissions = KeyPermissions(try PeerPolicy(path: path))
            // Set only after a successful read: restoring the file's mode later does not change its version.
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
