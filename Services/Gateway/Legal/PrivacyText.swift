/// The texts of the privacy notice in one language, without markup.
struct PrivacyText {
    struct Section {
        var heading: String
        var paragraphs: [String] = []
        var items: [String] = []
    }

    var title: String
    var introduction: String
    /// The text before the operator's name.
    var operatorIs: String
    /// The text before the operator's contact.
    var contactIs: String
    /// The text if no operator is configured.
    var operatorIsUnknown: String
    var sections: [Section]

    static func text(_ language: PrivacyNotice.Language, _ periods: RetentionPeriods) -> PrivacyText {
        switch language {
        case .english: english(periods)
        case .ukrainian: ukrainian(periods)
        case .thai: thai(periods)
        }
    }
}
