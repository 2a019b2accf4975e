/// A part of the HTTP interface, under one heading of the documents.
package struct APIArea: Sendable, Hashable {
    /// The heading.
    package let name: String
    /// One sentence for documents.
    package let summary: String
    /// The first parts of its paths; the longest among all areas decides.
    package let paths: [String]

    package init(_ name: String, _ summary: String, paths: [String]) {
        self.name = name
        self.summary = summary
        self.paths = paths
    }
}

extension APIArea {
    /// The areas in the order of documents: those of services, then those of the gateway.
    package static let all = ServiceDescription.all.compactMap(\.area) + [administration, live, server]

    private static let administration = APIArea(
        "Administration",
        "Users and invitations, for staff and administrators.",
        paths: ["/v1/admin/"]
    )
    private static let live = APIArea("Live changes", "A stream of hints about changes.", paths: ["/v1/events"])
    /// What no other area has.
    private static let server = APIArea("Server", "Health, features, keys and notices of the server.", paths: ["/"])

    /// Returns the area of a path.
    package static func of(_ path: String) -> APIArea {
        let length = { (area: APIArea) in area.paths.filter(path.hasPrefix).map(\.utf8.count).max() ?? 0 }
        return all.max { length($0) < length($1) } ?? server
    }
}
