import ArgumentParser
import FoodFormats

/// Options for files with a format that leaves these facts open.
struct ReadingOptions: ParsableArguments {
    @Option(help: "For csv: the source of the foods, such as bakery. Ids are unique within a source.")
    var source: String?

    @Option(
        help: ArgumentHelp(
            "For csv: the header of a column, such as --map 'proteinG=Eiweiß (g)'; repeatable.",
            valueName: "column=header"
        )
    )
    var map: [String] = []

    @Option(help: "The language of names without one, in ISO 639-1. Default: en.")
    var language: String?

    @Option(help: "For csv: comma, semicolon or tab. Default: the most frequent one in the header.")
    var delimiter: String?

    var options: ReaderOptions {
        get throws {
            var options = ReaderOptions(mapping: try mapping, source: try checkedSource)
            if let language { options.language = try Self.checked(language: language) }
            if let delimiter { options.delimiter = try Self.delimiter(of: delimiter) }
            return options
        }
    }

    /// The source in the form that ``CatalogImport`` requires, because it becomes part of permanent ids.
    private var checkedSource: String? {
        get throws {
            guard let source else { return nil }
            let isFit = source.utf8.allSatisfy(Self.isLetterOrDigit)
            guard isFit, let first = source.first, first.isLowercase else {
                throw ValidationError(
                    "--source is \(source), but must be a word of letters and digits, such as bakery."
                )
            }
            return source
        }
    }

    private var mapping: [String: String] {
        get throws {
            var mapping: [String: String] = [:]
            for pair in map {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                    throw ValidationError("--map is \(pair), but must be a column and a header, such as kcal=Energie.")
                }
                guard mapping.updateValue(parts[1], forKey: parts[0]) == nil else {
                    throw ValidationError("--map names \(parts[0]) twice.")
                }
            }
            return mapping
        }
    }

    private static func checked(language: String) throws -> String {
        guard language.count == 2, language.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        else { throw ValidationError("--language is \(language), but must be two letters, such as en or uk.") }
        return language
    }

    private static func delimiter(of text: String) throws -> ReaderOptions.Delimiter {
        switch text {
        case ",": return .comma
        case ";": return .semicolon
        case "\t", #"\t"#: return .tab
        default:
            guard let delimiter = ReaderOptions.Delimiter(rawValue: text) else {
                throw ValidationError("--delimiter is \(text), but must be comma, semicolon or tab.")
            }
            return delimiter
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
