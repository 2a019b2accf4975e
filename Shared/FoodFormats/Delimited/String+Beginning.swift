extension String {
    /// As much of the text as may be quoted of a file, which can have megabytes in one field, or in one character.
    ///
    /// - Parameter bytesMax: The most bytes of UTF-8.
    /// - Returns: The text, or its beginning with an ellipsis.
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
