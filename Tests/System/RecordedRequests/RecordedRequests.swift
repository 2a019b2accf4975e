import Foundation

/// The requests of an app of an earlier release, and the form of the answers that it got.
///
/// `scripts/data/record-requests` writes the files.
struct RecordedRequests: Decodable {
    /// One request with its answer.
    ///
    /// Texts contain placeholders such as `{{token}}`, for values of earlier answers.
    struct Step: Decodable {
        /// An action of the operator before the request: an account gets a role.
        struct Appointment: Decodable {
            let email: String
            let role: String
        }

        /// A body that is not JSON.
        struct File: Decodable {
            let mediaType: String
            let base64: Data
        }

        let name: String
        let verb: String
        /// The path of the operation, with the names of ``values`` in braces.
        let path: String
        /// A URL from an earlier answer, which replaces path and query.
        let url: String?
        let values: [String: String]?
        let query: [String: String]?
        let headers: [String: String]?
        let body: JSONTree?
        let file: File?
        /// Placeholders and where their values are in the answer: `items.0.id` or `header ETag`.
        let takes: [String: String]?
        let before: Appointment?
        /// Present if the answer follows earlier requests after a delay.
        let until: String?
        let answer: RecordedAnswer

        var operation: String { "\(verb) \(path)" }
    }

    let version: String
    /// All operations of the release, such as `GET /v1/meta`.
    let operations: [String]
    /// Operations that are recorded without a success, with the reason.
    let exceptions: [String: String]
    let steps: [Step]

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures").standardizedFileURL

    /// Reads the files of all releases.
    static func all() throws -> [RecordedRequests] {
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        return try files.filter { $0.lastPathComponent.hasPrefix("recorded-requests-") }
            .map { try JSONDecoder().decode(RecordedRequests.self, from: Data(contentsOf: $0)) }
    }
}

/// The form of an answer: what clients rely on, without values.
struct RecordedAnswer: Decodable {
    let status: Int
    var mediaType: String?
    /// Headers that are present.
    var headers: [String]?
    /// JSON types by field, joined with `|`: `items` is an array, `items[]` each of its elements, `items[].id` a field.
    ///
    /// The root has an empty name. A field that only some elements have is also `absent`.
    var fields: [String: String]?
    /// The code of a problem document.
    var code: String?
    /// The names of a problem's parameters.
    var params: [String]?
    /// Fields and codes of a problem's errors.
    var errors: [String]?
}

/// JSON of any form.
indirect enum JSONTree: Codable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONTree].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        }
    }

    /// The value at a path such as `items.0.id`; nil if there is none.
    func value(at path: String) -> JSONTree? {
        path.split(separator: ".").reduce(self) { value, part in
            switch value {
            case .list(let items)?: Int(part).flatMap { items.indices.contains($0) ? items[$0] : nil }
            case .object(let members)?: members[String(part)]
            default: nil
            }
        }
    }
}
