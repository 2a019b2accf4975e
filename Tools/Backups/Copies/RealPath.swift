import Glibc

/// Resolves symbolic links and relative parts, so that paths can be compared.
enum RealPath {
    /// Returns the real path.
    ///
    /// For a path that does not exist, its existing part is resolved.
    static func of(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        let parent = DurableFiles.parent(of: path)
        guard parent != path, let name = path.split(separator: "/").last else { return path }
        let above = of(parent)
        switch name {
        case ".": return above
        case "..": return DurableFiles.parent(of: above)
        default: return above == "/" ? "/\(name)" : "\(above)/\(name)"
        }
    }
}
