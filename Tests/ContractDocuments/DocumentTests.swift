import ContractDocuments
import Foundation
import MessageBus
import TestSupport
import Testing

/// Compares the document with what Swift reads and writes.
@Suite(.timeLimit(.minutes(5)))
struct DocumentTests {
    private let model: ContractModel

    init() throws {
        model = try ContractModel.current(requestHeader: RequestHeader.self, replyHeader: ReplyHeader.self)
    }

    @Test func `each decoder accepts and rejects the same JSON as the description of its type`() {
        let maker = SpecimenMaker(types: model.types)
        var count = 0
        for type in DescribedType.all(model) {
            for specimen in maker.specimens(type.shape, isStrict: type.isStrict) {
                count += 1
                let isAccepted = type.rewritten(specimen.json) != nil
                let isAcceptable = specimen.verdict != .invalid && !(type.isStrict && specimen.verdict == .unknownField)
                #expect(isAccepted == isAcceptable, "\(type.schema): \(specimen.json)")
            }
        }
        #expect(count > 2_000)
    }

    @Test func `every message is encoded without Foundation's encoder, and as it would be with it`() {
        let maker = SpecimenMaker(types: model.types)
        var count = 0
        for type in DescribedType.all(model) {
            for specimen in maker.specimens(type.shape, isStrict: type.isStrict) {
                guard let isSame = type.isEncodedAsByFoundation(specimen.json) else { continue }
                count += 1
                #expect(isSame, "\(type.schema): \(specimen.json)")
            }
        }
        #expect(count > 500)
    }

    /// PyYAML reads the document; jsonschema validates specimens and their re-encoded forms.
    @Test func `PyYAML reads the same document, and jsonschema validates JSON as Swift does`() async throws {
        let document = AsyncAPIDocument(model)
        let cases = Cases(document: document.yaml, cases: cases())
        let (status, output) = try await Self.check(document.text, cases)
        #expect(status == 0, "\(output)")
    }

    private struct Cases: Encodable {
        struct Case: Encodable {
            let schema: String
            let json: String
            let isValid: Bool
        }

        let document: YAML
        let cases: [Case]
    }

    private func cases() -> [Cases.Case] {
        let maker = SpecimenMaker(types: model.types)
        return DescribedType.all(model).flatMap { type in
            maker.specimens(type.shape, isStrict: type.isStrict).flatMap { specimen in
                let rewritten = type.rewritten(specimen.json).map {
                    Cases.Case(schema: type.schema, json: $0, isValid: true)
                }
                // Types that requests also contain are closed; the others are not.
                if specimen.verdict == .unknownField, !type.isStrict { return [rewritten].compactMap(\.self) }
                let given = Cases.Case(schema: type.schema, json: specimen.json, isValid: specimen.verdict == .valid)
                return [given, rewritten].compactMap(\.self)
            }
        }
    }

    private static func check(_ document: String, _ cases: Cases) async throws -> (Int32, String) {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let input = URL(filePath: try directory.write("document.yaml", document))
        let output = URL(filePath: try directory.write("output", ""))
        let casesFile = directory.url.appending(path: "cases.json")
        try JSONEncoder().encode(cases).write(to: casesFile)
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Readers/check_document.py")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // Debian's packages belong to Debian's Python; another one in PATH may lack them.
        process.arguments = ["timeout", "90", "/usr/bin/python3", script.path(), casesFile.path()]
        process.standardInput = try FileHandle(forReadingFrom: input)
        let results = try FileHandle(forWritingTo: output)
        process.standardOutput = results
        process.standardError = results
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        return (status, String(decoding: try Data(contentsOf: output), as: UTF8.self))
    }
}

/// Encodes a YAML value as the equivalent JSON.
extension YAML: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .null: try container.encodeNil()
        case .boolean(let flag): try container.encode(flag)
        case .list(let items): try container.encode(items)
        case .map(let entries):
            try container.encode(Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) }))
        }
    }
}
