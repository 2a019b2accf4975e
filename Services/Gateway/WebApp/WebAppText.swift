/// Prepares scripts, style sheets and the page for the network.
package enum WebAppText {
    /// Removes comments of whole lines, indentation and empty lines, which are a quarter of the compressed size.
    ///
    /// Only a comment that begins a line and ends one is removed, so that no string is changed. A deno test runs the
    /// modules in this form, and checks that no template has a line that looks like a comment.
    ///
    /// - Parameter text: A script or a style sheet.
    /// - Returns: The text with the same meaning.
    package static func withoutComments(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        var isComment = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            let line = line.trimmed
            if !isComment, line.hasPrefix("/*"), line.hasSuffix("*/") || !line.contains("*/") { isComment = true }
            if isComment {
                if line.hasSuffix("*/") { isComment = false }
            } else if !line.isEmpty, !line.hasPrefix("//") {
                result += line
                result += "\n"
            }
        }
        return result
    }

    /// Returns the modules that a module imports at once, without those that it loads later.
    ///
    /// - Parameters:
    ///   - text: The module's text.
    ///   - path: The module's path, such as `views/today.js`.
    /// - Returns: Paths in the order of the text.
    package static func imports(of text: String, at path: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let line = line.trimmed
            // The last line of a statement: `import "./a.js";`, `import { a } from "./a.js";` or `} from "./a.js";`.
            guard line.hasPrefix("import \"") || line.contains(" from \""), line.hasSuffix("\";") else { return nil }
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            guard parts.count >= 3, parts[parts.count - 2].hasPrefix(".") else { return nil }
            return resolve(parts[parts.count - 2], from: path)
        }
    }

    /// Returns the path that a relative one means, seen from a module.
    private static func resolve(_ relative: Substring, from path: String) -> String {
        var folders = path.split(separator: "/").dropLast().map(String.init)
        for part in relative.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": if !folders.isEmpty { folders.removeLast() }
            default: folders.append(String(part))
            }
        }
        return folders.joined(separator: "/")
    }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    fileprivate var trimmed: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        var text = drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }
}
