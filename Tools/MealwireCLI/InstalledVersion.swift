import Contracts
import FoundationEssentials
import Supervision

/// The version that `mealwire --version` prints.
enum InstalledVersion {
    /// The file that a package has beside its executables, or beside their directory.
    private static let file = "VERSION"

    /// The version of the package, which names the commit until there is a release; without a package, that of the
    /// sources.
    static let text: String = {
        guard let directory = try? StackOptions.ownDirectory() else { return Release.version }
        for place in [directory, "\(directory)/.."] {
            guard let text = try? String(contentsOfFile: "\(place)/\(file)", encoding: .utf8) else { continue }
            if let version = text.split(whereSeparator: \.isWhitespace).first { return String(version) }
        }
        return Release.version
    }()
}
