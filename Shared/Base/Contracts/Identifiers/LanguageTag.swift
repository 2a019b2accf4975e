/// Language tags of BCP 47, such as `uk` or `pt-BR`.
public enum LanguageTag {
    /// Returns the language of a tag, in lower case and without region or script: `uk` for `uk-UA`.
    public static func code(of tag: String) -> String {
        String(tag.lowercased().prefix { $0 != "-" && $0 != "_" })
    }
}
