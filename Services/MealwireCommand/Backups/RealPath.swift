import Glibc

/// Paths without symbolic links and detours, so that two can be compared.
enum RealPath {
    /// The real path of a file or directory; of what is not there, as far as it is there.
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
