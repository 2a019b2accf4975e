package import Contracts

/// All stored data of a user as one JSON document, which is collected while the client reads it.
///
/// The gateway collects it because it calls every service anyway. Calls between services would need more edges in the
/// call graph, and a service that built archives would have to store them. Memory holds the first page of each service,
/// and later one page at a time. While the client does not read, nothing is collected.
package struct ExportArchive: Sendable {
    /// Requests a page from a service.
    package typealias Pages = @Sendable (ServiceName, ExportPage) async throws -> ExportPage.Reply

    /// The version of the document's structure; new sections do not change it.
    package static let formatVersion = 1

    /// The next part to produce.
    private enum Step {
        case beginning
        /// The first page of a service.
        case section(Int)
        /// A later page of a service, and its cursor.
        case page(Int, String)
        case ending
        case over
    }

    private var step = Step.beginning
    private let begin: String
    private let firstPages: [(ServiceName, ExportPage.Reply)]
    private let pages: Pages

    /// Requests the first page of every service, so that an unavailable service is detected before the response begins.
    ///
    /// - Parameters:
    ///   - user: The owner of the data.
    ///   - time: The time of the export; RFC 3339.
    ///   - services: The services to include.
    ///   - pages: Requests a page from a service.
    /// - Throws: The error of an unavailable service.
    package init(
        of user: UserID,
        at time: String,
        services: [ServiceName] = ExportPage.services,
        pages: @escaping Pages
    ) async throws {
        begin = """
            {"format":"mealwire-export","formatVersion":\(Self.formatVersion),"version":"\(Release.version)",\
            "exportedAt":"\(time)","userId":"\(user)","services":{
            """
        self.pages = pages
        var first: [(ServiceName, ExportPage.Reply)] = []
        for service in services { first.append((service, try await pages(service, ExportPage()))) }
        firstPages = first
    }

    /// Returns the next part of the document; nil after the last.
    ///
    /// The last field marks the document as complete. If a page fails, the document ends without it and is not valid
    /// JSON.
    ///
    /// - Throws: The error of the page; the archive cannot continue after it.
    package mutating func next() async throws -> String? {
        switch step {
        case .beginning:
            step = firstPages.isEmpty ? .ending : .section(0)
            return begin
        case .section(let index):
            let (service, page) = firstPages[index]
            step = self.step(behind: page, of: index)
            return "\(index > 0 ? "," : "")\"\(service)\":\(page.text)"
        case .page(let index, let cursor):
            let page = try await pages(firstPages[index].0, ExportPage(cursor: cursor))
            step = self.step(behind: page, of: index)
            return page.text
        case .ending:
            step = .over
            return "},\"complete\":true}\n"
        case .over:
            return nil
        }
    }

    private func step(behind page: ExportPage.Reply, of index: Int) -> Step {
        if let cursor = page.next { return .page(index, cursor) }
        return index + 1 < firstPages.count ? .section(index + 1) : .ending
    }
}
