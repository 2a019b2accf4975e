package import Contracts

/// A remote source: builds its requests and parses its responses; ``RemoteSourceClient`` sends them.
package protocol RemoteSource: Sendable {
    var name: RemoteSourceName { get }
    /// The rate limits for requests.
    var limits: RemoteLimits { get }
    /// How long its answers are cached.
    var lifetimes: RemoteLifetimes { get }
    /// The servers that have the pictures of its foods.
    var pictureServers: [RemoteAddress] { get }

    /// Returns the request for a question.
    func request(for question: RemoteQuestion) -> RemoteRequest

    /// Returns the question that finds a food by its source id alone; nil if there is none.
    func question(forSourceID id: String) -> RemoteQuestion?

    /// Parses a response.
    ///
    /// - Parameters:
    ///   - response: The response, with any status.
    ///   - question: The question.
    /// - Returns: The foods; none if the source has none.
    /// - Throws: `RemoteFailure` if the response is no answer.
    func answer(_ response: RemoteResponse, to question: RemoteQuestion) throws(RemoteFailure) -> RemoteAnswer
}

/// Maximum numbers of questions in any minute.
package struct RemoteLimits: Sendable {
    package var searchesPerMinute: Int
    package var productsPerMinute: Int

    package init(searchesPerMinute: Int, productsPerMinute: Int) {
        self.searchesPerMinute = searchesPerMinute
        self.productsPerMinute = productsPerMinute
    }
}

/// Lifetimes of cached answers in seconds.
package struct RemoteLifetimes: Sendable {
    package var foundSeconds: Int
    package var notFoundSeconds: Int
}

/// A question to a source.
package enum RemoteQuestion: Hashable, Sendable {
    /// Words as typed, and the two-letter language of the names.
    case words(String, language: String)
    case barcode(RemoteBarcode)

    /// The cache key: equal questions have equal keys.
    package var key: String {
        switch self {
        case .words(let words, let language): "words:\(language):\(words)"
        case .barcode(let barcode): "barcode:\(barcode.digits)"
        }
    }

    /// Creates a question from typed words, normalised in case and white space.
    package static func words(typed text: String, language: String?) -> RemoteQuestion {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let tag = (language ?? "en").prefix(2).lowercased()
        let isTag = tag.utf8.count == 2 && tag.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        return .words(words, language: isTag ? tag : "en")
    }
}

/// A barcode as sources write it, with 8, 13 or 14 digits.
package struct RemoteBarcode: Hashable, Sendable {
    /// Lengths to which a barcode is padded: EAN-8, EAN-13 and GTIN-14.
    private static let lengths = [8, 13, 14]

    package let digits: String

    /// Parses digits of any form; nil for anything else.
    package init?(_ text: String) {
        let digits = text.drop { $0 == "0" }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let length = Self.lengths.first(where: { $0 >= digits.count })
        else { return nil }
        self.digits = String(repeating: "0", count: length - digits.count) + digits
    }
}

/// The answer of a source.
package struct RemoteAnswer: Sendable, Equatable {
    package var foods: [ImportedFood]
    /// The number of foods without name or energy, which are omitted.
    package var leftOut: Int

    package init(foods: [ImportedFood] = [], leftOut: Int = 0) {
        self.foods = foods
        self.leftOut = leftOut
    }

    /// Creates an answer from parsed foods.
    ///
    /// - Parameter read: The foods; nil for each unusable one.
    init(_ read: [ImportedFood?]) {
        var seen: Set<String> = []
        foods = read.compactMap { $0 }.filter { $0.kcal != nil && seen.insert($0.sourceID).inserted }
        leftOut = read.filter { $0?.kcal == nil }.count
    }
}
