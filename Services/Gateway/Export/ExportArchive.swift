package import Contracts

/// Everything that is kept about somebody, as one JSON document that is gathered while it is read.
///
/// The gateway gathers it because it calls every service anyway: services that asked each other would need edges in the
/// call graph, and whoever put an archive together would have to keep it somewhere. In memory are the first page of each
/// service, and later one page at a time; a reader who is slow has nothing gathered meanwhile.
package struct ExportArchive: Sendable {
    /// Asks a service for a page.
    package typealias Pages = @Sendable (ServiceName, ExportPage) async throws -> ExportPage.Reply

    /// Tells readers which shape the document has; sections may come to it without a new one.
    package static let formatVersion = 1

    /// What comes next.
    private enum Step {
        case beginning
        /// The first page of a service.
        case section(Int)
        /// A later page of a service, and how to ask for it.
        case page(Int, String)
        case ending
        case over
    }

    private var step = Step.beginning
    private let begin: String
    private let firstPages: [(ServiceName, ExportPage.Reply)]
    private let pages: Pages

    /// Asks every service for its first page, so that one that is away is known before anything is answered.
    ///
    /// - Parameters:
    ///   - user: Whose archive it is.
    ///   - time: When it is gathered; RFC 3339.
    ///   - services: Whose sections it has.
    ///   - pages: Asks a service for a page.
    /// - Throws: What the service that is away answered.
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

    /// The next part of the document; nil behind the last.
    ///
    /// Its last field tells that it is whole. Where a page cannot be had, the document ends without that and is no JSON.
    ///
    /// - Throws: What the page threw; then there is nothing to go on with.
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
