import FoundationEssentials
import Glibc

/// The directories of rehearsals: each holds a lock while it goes on, and one without is of a rehearsal that was killed.
enum RehearsalPlace {
    static let prefix = "mealwire-rehearsal-"

    /// The lock of a rehearsal, by its directory.
    static func lock(of directory: String) -> String { "\(directory)/rehearsal.lock" }

    /// Removes what killed rehearsals of this user have left; what cannot be removed stays.
    static func sweep(_ place: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let directory = "\(place)/\(name)"
            guard isOwn(directory), SetFiles.isThere(lock(of: directory)) else { continue }
            removeUnlocked(directory)
        }
    }

    private static func removeUnlocked(_ directory: String) {
        guard let lock = try? HeldLock(Self.lock(of: directory)) else { return }
        try? DurableFiles.remove(directory)
        withExtendedLifetime(lock) {}
    }

    /// Others may have put something of that name into a directory for all.
    private static func isOwn(_ directory: String) -> Bool {
        var status = stat()
        return lstat(directory, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
    }
}
