import Glibc

/// The default paths of the report.
package enum ReportPaths {
    private static let ending = ".import-report.csv"

    /// Returns paths beside the first file and, as a fallback, in the current directory.
    ///
    /// - Parameter file: The first file of the import, or a folder.
    /// - Returns: The paths to try, in this order.
    package static func usual(for file: String) -> [String] {
        var path = file
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        let name = path.split(separator: "/").last.map(String.init) ?? "foods"
        let beside = path + ending
        let here = name + ending
        return beside == here ? [here] : [beside, here]
    }

    /// Removes reports of earlier imports, so that they are not mistaken for the report of this one.
    ///
    /// Removes only files that begin with the header of a report.
    package static func removeOld(_ paths: [String]) {
        for path in paths where isReport(path) { unlink(path) }
    }

    private static func isReport(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: ReportLine.header.utf8.count)
        let count = read(descriptor, &start, start.count)
        return count == start.count && start.elementsEqual(ReportLine.header.utf8)
    }
}
