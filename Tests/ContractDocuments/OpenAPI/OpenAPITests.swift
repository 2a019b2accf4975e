import ContractDocuments
import Contracts
import Foundation
import TestSupport
import Testing

/// The OpenAPI document of the current contracts.
@Suite(.timeLimit(.minutes(2)))
struct OpenAPITests {
    private let model: HTTPModel
    private let yaml: YAML

    init() throws {
        model = try HTTPModel.current()
        yaml = OpenAPIDocument(model).yaml
    }

    @Test func `each binding and each special route is one operation with an id of its own`() {
        let bound = API.contracts.compactMap { $0.http }.map { "\($0.verb.rawValue) \($0.path)" }
        let special = SpecialRoutes.all.map { "\($0.verb.rawValue) \($0.path)" }
        let operations = model.operations.map { "\($0.verb.rawValue) \($0.path)" }
        #expect(operations.count > 100)
        #expect(operations.sorted() == Set(bound + special).sorted())
        #expect(Set(model.operations.map(\.id)).count == model.operations.count)
    }

    @Test func `every reference resolves`() {
        let references = Set(yaml.references)
        #expect(references.count > 100)
        for reference in references {
            let target = reference.split(separator: "/").dropFirst().reduce(Optional(yaml)) { $0?[String($1)] }
            #expect(target != nil, "\(reference) does not resolve.")
        }
    }

    @Test func `fields of path, headers and gateway are not in the body`() throws {
        for operation in model.operations {
            guard case .json(let schema)? = operation.body, case .object(let object) = model.resolved(schema).kind,
                let binding = API.contracts.compactMap({ $0.http })
                    .first(where: { $0.verb == operation.verb && $0.path == operation.path })
            else { continue }
            let filled = Set(binding.pathFields).union(binding.gatewayFields)
                .union([HTTPBinding.versionField, HTTPBinding.overwriteField])
            #expect(filled.isDisjoint(with: object.fields.map(\.name)), "\(operation.id)")
            #expect(object.isClosed, "\(operation.id)")
        }
    }

    @Test func `an operation for a role lists the roles that may call it`() throws {
        let operation = try #require(yaml["paths"]?["/v1/admin/users"]?["get"])
        #expect(operation["x-roles"] == ["staff", "admin"])
        #expect(yaml["paths"]?["/v1/admin/system"]?["get"]?["x-roles"] == ["admin"])
        #expect(yaml["paths"]?["/v1/foods"]?["get"]?["x-roles"] == nil)
        let details = try #require(model.operations.first { $0.path == "/v1/admin/users" }).details
        #expect(details.contains("Only staff and admins may call it."))
    }

    @Test func `each part of a path is a parameter`() {
        for operation in model.operations {
            let names = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }
                .map { String($0.dropFirst().dropLast()) }
            let parameters = operation.parameters.filter { $0.place == .path }.map(\.name)
            #expect(names.sorted() == parameters.sorted(), "\(operation.id)")
        }
    }

    /// PyYAML reads the document, and jsonschema validates its examples.
    @Test func `every example is valid by its schema`() async throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Readers/check_openapi.py")
        let path = try directory.write("openapi.yaml", OpenAPIDocument(model).text)
        let json = try directory.write("openapi.json", yaml.json)
        // Debian's packages belong to Debian's Python; another one in PATH may lack them.
        let outcome = try CommandLineTool.run(tool: ["timeout", "90", "/usr/bin/python3", script.path(), path, json])
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func `types of TypeScript name each operation and each component once`() {
        let text = TypeScriptDeclarations(model).text
        for name in model.components.keys {
            let declarations = ["export interface \(name) {", "export type \(name) ="]
            #expect(declarations.map { text.components(separatedBy: $0).count - 1 }.reduce(0, +) == 1, "\(name)")
        }
        for operation in model.operations { #expect(text.contains("\n  \(operation.id): {\n")) }
    }

    @Test func `the page links only to what it has, and has no script`() {
        let html = APIPage(model).html
        let targets = Set(html.matches(of: /href="#([^"]+)"/).map { String($0.1) })
        let anchors = Set(html.matches(of: /id="([^"]+)"/).map { String($0.1) })
        #expect(targets.subtracting(anchors).isEmpty)
        #expect(targets.count > 100)
        #expect(!html.contains("<script") && !html.contains("style=\""))
    }
}
