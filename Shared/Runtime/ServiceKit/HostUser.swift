#if canImport(Glibc)
import Glibc
#endif

/// Users of this host.
package enum HostUser {
    /// Size of the buffer for one entry of the user database, in bytes: 16 times the size that Linux suggests
    /// (`_SC_GETPW_R_SIZE_MAX`, 1,024).
    private static let entryBytesMax = 16_384

    /// Returns the id of a user by its name or number; nil if the host has no user of that name.
    package static func id(_ text: String) -> UInt32? {
        if let number = UInt32(text) { return number }
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: entryBytesMax)
        guard getpwnam_r(text, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.pw_uid
    }
}
