extension String {
    /// Returns a prefix for messages, since a file may have megabytes in one field, or even in one character.
    ///
    /// - Parameter bytesMax: Maximum number of bytes in UTF-8.
    /// - Returns: The text, or a prefix with an ellipsis.
    package func beginning(bytesMax: Int) -> String {
        guard utf8.count > bytesMax else { return self }
        let ellipsis = "…"
        var (beginning, bytes) = (String.UnicodeScalarView(), ellipsis.utf8.count)
        for scalar in unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= bytesMax else { break }
            beginning.append(scalar)
        }
        return String(beginning) + ellipsis
    }
}
