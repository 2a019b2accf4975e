/// The words of the privacy notice in one language; plain text, without markup.
struct PrivacyText {
    struct Section {
        var heading: String
        var paragraphs: [String] = []
        var items: [String] = []
    }

    var title: String
    var introduction: String
    /// What stands before the operator's name.
    var operatorIs: String
    /// What stands before how to reach them.
    var contactIs: String
    /// Where nobody has said who the operator is.
    var operatorIsUnknown: String
    var sections: [Section]

    static func text(_ language: PrivacyNotice.Language, _ figures: RetentionFigures) -> PrivacyText {
        switch language {
        case .english: english(figures)
        case .ukrainian: ukrainian(figures)
        case .thai: thai(figures)
        }
    }
}
