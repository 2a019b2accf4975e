import ContractDocuments
import Contracts
import Foundation
import MessageBus
import ServiceKit
import Testing

/// Compares the committed documents with the contracts.
struct CommittedFilesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL

    private static func text(_ file: String, in directory: String = "Shared/Base/Contracts") throws -> String {
        try String(contentsOf: root.appending(path: directory).appending(path: file), encoding: .utf8)
    }

    private static func current() throws -> ContractModel {
        try ContractModel.current(requestHeader: RequestHeader.self, replyHeader: ReplyHeader.self)
    }

    @Test func `the committed document equals the generated one`() throws {
        let isCurrent = try Self.text("asyncapi.yaml") == AsyncAPIDocument(Self.current()).text
        #expect(
            isCurrent,
            "Shared/Base/Contracts/asyncapi.yaml is stale: run scripts/contracts and commit what it writes."
        )
    }

    @Test func `the committed documents of the HTTP interface equal the generated ones`() throws {
        let model = try HTTPModel.current()
        let texts = ["openapi.yaml": OpenAPIDocument(model).text, "contracts.d.ts": TypeScriptDeclarations(model).text]
        for (file, text) in texts {
            let isCurrent = try Self.text(file, in: "docs/reference") == text
            #expect(isCurrent, "docs/reference/\(file) is stale: run scripts/contracts and commit what it writes.")
        }
    }

    @Test func `the committed limits of the web app equal the generated ones`() throws {
        let (file, directory) = ("limits.js", "Clients/Web/core")
        let isCurrent = try Self.text(file, in: directory) == WebAppLimits().text
        #expect(isCurrent, "\(directory)/\(file) is stale: run scripts/contracts and commit what it writes.")
    }

    @Test func `no contract changed in a way that breaks older peers or apps`() throws {
        let old = try ContractModel(baseline: Self.text("contracts-baseline.json"))
        let breaks = ContractComparison.changes(from: old, to: try Self.current()).filter { $0.verdict == .breaking }
        #expect(
            breaks.isEmpty,
            """
            Older peers or apps break: \(breaks.map(\.sentence).joined(separator: "; ")). If that is meant, run \
            scripts/contracts --accept-breaking and commit what it writes.
            """
        )
    }

    /// Without this, a field added after the baseline could be removed again unnoticed.
    @Test func `the committed baseline equals the current contracts`() throws {
        let isCurrent = try Self.text("contracts-baseline.json") == Self.current().baseline()
        #expect(
            isCurrent,
            "Shared/Base/Contracts/contracts-baseline.json is stale: run scripts/contracts and commit it."
        )
    }

    @Test func `every method and every type of event is in the model`() throws {
        let model = try Self.current()
        #expect(model.methods.keys.sorted() == KnownMethods.all.map(\.name).sorted())
        #expect(model.events.keys.sorted() == API.events.map { $0.type.rawValue }.sorted())
    }

    @Test func `every reference of the document resolves`() throws {
        let yaml = AsyncAPIDocument(try Self.current()).yaml
        let references = yaml.references
        #expect(references.count > 100)
        for reference in Set(references) {
            let target = reference.split(separator: "/").dropFirst().reduce(Optional(yaml)) { $0?[String($1)] }
            #expect(target != nil, "\(reference) does not resolve.")
        }
    }

    @Test func `the document's sockets are those of a data directory`() {
        let endpoints = DataDirectory(path: "").endpoints(ofBroker: 1)
        let sockets = ["requests": endpoints.requests, "eventsIn": endpoints.publish, "eventsOut": endpoints.subscribe]
        #expect(AsyncAPIDocument.sockets.mapValues { "ipc://\($0)" } == sockets)
    }
}

extension YAML {
    /// The value under a key of a map.
    subscript(_ key: String) -> YAML? {
        if case .map(let entries) = self { entries.first { $0.key == key }?.value } else { nil }
    }

    /// The targets of all references.
    var references: [String] {
        switch self {
        case .map(let entries):
            entries.flatMap { entry -> [String] in
                if entry.key == "$ref", case .string(let reference) = entry.value { return [reference] }
                return entry.value.references
            }
        case .list(let items): items.flatMap(\.references)
        case .string, .integer, .number, .boolean, .null: []
        }
    }
}
