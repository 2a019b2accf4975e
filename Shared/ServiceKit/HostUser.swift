#if canImport(Glibc)
import Glibc
#endif

/// Users of this host.
package enum HostUser {
    /// What one entry of the user database may take: 16 times what Linux suggests (`_SC_GETPW_R_SIZE_MAX`, 1,024).
    private static let entryBytesMax = 16_384

    /// Returns the id of a user by its name or number; nil if the host has none of that name.
    package static func id(_ text: String) -> UInt32? {
        if let number = UInt32(text) { return number }
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: entryBytesMax)
        guard getpwnam_r(text, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.pw_uid
    }
}
