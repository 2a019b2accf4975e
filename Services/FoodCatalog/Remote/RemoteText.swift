import FoundationEssentials

/// How much text is taken of a source.
enum RemoteText {
    static let nameMax = 200
    static let labelMax = 100
    static let ingredientsMax = 4_000
    static let addressMax = 500
    static let portionsMax = 20

    /// An address of a picture that lasts: of `https`, and without a query, in which signatures that expire stand.
    static func picture(_ value: RemoteJSON?) -> String? {
        guard let text = value?.text(addressMax), text.hasPrefix("https://"), !text.contains("?"),
            let url = URL(string: text), url.host()?.isEmpty == false
        else { return nil }
        return text
    }
}
