import Contracts

/// The services in the page on the architecture: a table, and the boxes of the picture of all processes.
enum ServicePage {
    /// The height of the picture in which boxes stand, and that of a box, in pixels.
    private static let (height, boxHeight) = (400, 40)
    private static let margin = 10
    /// The middle of the broker, from which a line leads to each box, and the distance of these lines there.
    private static let (brokerY, lineDistance) = (195, 12)

    /// Returns the table of all services, with what they store and whom they call.
    static func table(of services: [ServiceDescription]) -> String {
        let rows = services.map { service in
            [
                "`\(service.name)`",
                (service.area?.summary ?? "\(service.title).") + (service.hasInstances ? " In 1 to 64 processes." : ""),
                service.hasDatabase ? "`\(service.name).sqlite`" : "none",
                list(service.callees), list(service.sources),
            ]
        }
        return MarkdownTable(["service", "task", "data", "calls", "follows events of"], rows).text
    }

    /// Returns a box of each service, from the top to the bottom, with its database and the line to the broker.
    static func boxes(of services: [ServiceDescription]) -> String {
        // One box more would need one line more between the first and the last one.
        let step = (height - 2 * margin - boxHeight) / max(services.count - 1, 1)
        return services.enumerated().map { index, service in
            let top = margin + index * step
            let middle = top + boxHeight / 2
            let start = brokerY + lineDistance * (2 * index - services.count + 1) / 2
            return """
                <g><rect x="590" y="\(top)" width="130" height="\(boxHeight)"/>\
                <text x="655" y="\(middle + 5)">\(service.name)</text>\
                \(data(of: service, at: middle))<path d="M502 \(start)L588 \(middle)"/></g>

                """
        }.joined()
    }

    private static func data(of service: ServiceDescription, at middle: Int) -> String {
        if service.hasDatabase {
            return """
                <rect x="760" y="\(middle - 16)" width="90" height="32" class="db"/>\
                <text x="805" y="\(middle + 5)" class="s">SQLite</text><path d="M722 \(middle)H758"/>
                """
        }
        return service.hasInstances ? "<text x=\"790\" y=\"\(middle + 5)\" class=\"s\">1 to 64 processes</text>" : ""
    }

    private static func list(_ names: Set<ServiceName>) -> String {
        names.isEmpty ? "none" : names.map(\.rawValue).sorted().joined(separator: ", ")
    }
}
