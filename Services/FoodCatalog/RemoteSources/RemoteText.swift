import FoundationEssentials

/// Limits on the texts of a source.
enum RemoteText {
    static let nameMax = 200
    static let labelMax = 100
    static let ingredientsMax = 4_000
    static let addressMax = 500
    static let portionsMax = 20

    /// Returns a permanent image URL: https, and without a query, which would contain an expiring signature.
    static func imageURL(_ value: RemoteJSON?) -> String? {
        guard let text = value?.text(addressMax), text.hasPrefix("https://"), !text.contains("?"),
            let url = URL(string: text), url.host()?.isEmpty == false
        else { return nil }
        return text
    }
}
