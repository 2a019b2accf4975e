import ContractDocuments
import Contracts

/// The page of routes: all of them, by area.
enum RoutesPage {
    private static let head = """
        # Routes

        All routes of the HTTP interface. [HTTP interface](http.md) has the rules that hold for all of them, and
        explains fields and answers. [openapi.yaml](openapi.yaml) and the page `/docs` of a server have each field with
        its limits, and an example. [Errors](errors.md) explains problem documents.

        | sign-in | what a request needs |
        | --- | --- |
        | none | nothing |
        | session | a session; personal tokens are refused |
        | a scope | a session, or a personal token with this scope |
        | staff, admin | this role as well; an admin has the rights of staff |

        `success` is the status of a request that took effect. `problems` lists the statuses of problem documents.


        """

    /// Returns the page without its first line.
    ///
    /// - Throws: An error if a contract cannot be described.
    static func text() throws -> String {
        let operations = try HTTPModel.current().operations
        let sections = APIArea.all.map { area in
            let rows = operations.filter { $0.area == area }.map(row)
            return "## \(area.name)\n\n\(area.summary)\n\n"
                + MarkdownTable(["route", "effect", "sign-in", "success", "problems"], rows).text
        }
        return head + sections.joined(separator: "\n")
    }

    private static func row(_ operation: HTTPOperation) -> [String] {
        let token = operation.scope.map { "`\($0.rawValue)`" } ?? "session"
        let needed = [token, operation.role?.rawValue].compactMap(\.self).joined(separator: ", ")
        return [
            "`\(operation.verb.rawValue) \(operation.path)`",
            operation.summary,
            operation.access == .anyone ? "none" : needed,
            operation.responses.map { String($0.status) }.joined(separator: ", "),
            operation.problems.map { String($0.status) }.joined(separator: ", "),
        ]
    }
}
