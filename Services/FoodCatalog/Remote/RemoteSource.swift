package import Contracts

/// A source outside: how it is asked, and how its answers are read; who sends and waits is ``RemoteDesk``.
package protocol RemoteSource: Sendable {
    var name: RemoteSourceName { get }
    /// How often it lets itself be asked.
    var limits: RemoteLimits { get }
    /// How long its answers are kept.
    var lifetimes: RemoteLifetimes { get }

    /// The request for a question.
    func request(for question: RemoteQuestion) -> RemoteRequest

    /// The question by which a food is found that is known by its source id alone; nil if there is none.
    func question(forSourceID id: String) -> RemoteQuestion?

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - response: What came, of whatever status.
    ///   - question: What was asked.
    /// - Returns: The foods; none where the source says that it knows none.
    /// - Throws: `RemoteFailure` if it is no answer.
    func answer(_ response: RemoteResponse, to question: RemoteQuestion) throws(RemoteFailure) -> RemoteAnswer
}

/// Questions in any minute.
package struct RemoteLimits: Sendable {
    package var searchesPerMinute: Int
    package var productsPerMinute: Int

    package init(searchesPerMinute: Int, productsPerMinute: Int) {
        self.searchesPerMinute = searchesPerMinute
        self.productsPerMinute = productsPerMinute
    }
}

/// How long answers are kept, in seconds.
package struct RemoteLifetimes: Sendable {
    package var foundS: Int
    package var notFoundS: Int
}

/// What is asked.
package enum RemoteQuestion: Hashable, Sendable {
    /// Words as somebody typed them, and the language of the names, as two letters.
    case words(String, language: String)
    case barcode(RemoteBarcode)

    /// The same text for the same question.
    package var key: String {
        switch self {
        case .words(let words, let language): "words:\(language):\(words)"
        case .barcode(let barcode): "barcode:\(barcode.digits)"
        }
    }

    /// Words, with what makes no difference taken away: case and white space.
    package static func words(typed text: String, language: String?) -> RemoteQuestion {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let tag = (language ?? "en").prefix(2).lowercased()
        let isTag = tag.utf8.count == 2 && tag.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        return .words(words, language: isTag ? tag : "en")
    }
}

/// A barcode as sources write it: 8, 13 or 14 digits.
package struct RemoteBarcode: Hashable, Sendable {
    /// Of EAN-13; what is shorter than EAN-8 is filled up to 8, the rest to 13.
    private static let lengths = [8, 13, 14]

    package let digits: String

    /// Reads digits of any form; nil for anything else.
    package init?(_ text: String) {
        let digits = text.drop { $0 == "0" }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let length = Self.lengths.first(where: { $0 >= digits.count })
        else { return nil }
        self.digits = String(repeating: "0", count: length - digits.count) + digits
    }
}

/// What a source knows.
package struct RemoteAnswer: Sendable, Equatable {
    package var foods: [ImportedFood]
    /// Foods without name or energy.
    package var leftOut: Int

    package init(foods: [ImportedFood] = [], leftOut: Int = 0) {
        self.foods = foods
        self.leftOut = leftOut
    }

    /// Foods as they were read.
    ///
    /// - Parameter read: Nil for one that cannot be used.
    init(_ read: [ImportedFood?]) {
        var seen: Set<String> = []
        foods = read.compactMap { $0 }.filter { $0.kcal != nil && seen.insert($0.sourceID).inserted }
        leftOut = read.filter { $0?.kcal == nil }.count
    }
}
