package import Contracts
import FoundationEssentials
package import MessageBus
import Storage

extension FoodCatalogService {
    /// Methods for reports of wrong foods.
    package var reportEndpoints: [Endpoint] {
        [
            .write(CatalogReportsAdd.self, addReport), .handle(CatalogReportsList.self, listReports),
            .write(CatalogReportsClose.self, closeReport),
        ]
    }

    /// Stores a user's report of a food that others see, too.
    package func addReport(
        _ request: CatalogReportsAdd,
        _ context: RequestContext
    ) async throws -> WrittenReply<FoodReport> {
        let (user, nowS) = (try context.user(), Int(now().timeIntervalSince1970))
        return try await store.writeReply(to: request, context) { transaction in
            let reader = transaction.reader
            guard let name = try reader.publicName(of: request.id, for: user) else {
                throw ServiceError.notFound("food")
            }
            let stored = try reader.report(of: request.id, by: user)
            let isOpen = stored.map { $0.closedAtS == nil } ?? false
            if let stored, isOpen, stored.reason == request.reason, stored.text == request.text ?? "" {
                return stored.report(named: name)
            }
            guard try isOpen || reader.openReportCount(of: user) < FoodReportLimits.openMax else {
                throw ServiceError(
                    .conflict,
                    "You have \(FoodReportLimits.openMax) open reports already; wait until staff have read some.",
                    params: ["max": "\(FoodReportLimits.openMax)"]
                )
            }
            let report = FoodReportRow(
                user: user,
                food: request.id,
                id: stored?.id ?? .make(),
                reason: request.reason,
                text: request.text ?? "",
                createdAtS: nowS
            )
            try transaction.upsert(report, into: FoodReportRow.table)
            return report.report(named: name)
        }
    }

    /// Lists reports for staff.
    package func listReports(
        _ request: CatalogReportsList,
        _ context: RequestContext
    ) async throws -> CatalogReportsList.Reply {
        let limit = request.limit ?? CatalogReportsList.limitDefault
        let cursor = request.cursor.flatMap(FoodReportCursor.init)
        return try await store.read { reader in
            // One more than requested shows whether there is another page.
            let rows = try reader.reports(request.state ?? .open, after: cursor, limit: limit + 1)
            let page = rows.prefix(limit)
            return CatalogReportsList.Reply(
                items: try page.map { $0.report(named: try reader.publicName(of: $0.food, for: nil)) },
                nextCursor: rows.count > limit ? page.last.map { FoodReportCursor($0).description } : nil
            )
        }
    }

    /// Closes a report; one that is closed stays as it is.
    package func closeReport(
        _ request: CatalogReportsClose,
        _ context: RequestContext
    ) async throws -> WrittenReply<FoodReport> {
        let nowS = Int(now().timeIntervalSince1970)
        return try await store.writeReply(to: request, context) { transaction in
            guard var report = try transaction.reader.report(request.id) else { throw ServiceError.notFound("report") }
            if report.closedAtS == nil {
                (report.closedAtS, report.answer) = (nowS, request.answer)
                try transaction.update(report, in: FoodReportRow.table)
            }
            return report.report(named: try transaction.reader.publicName(of: report.food, for: nil))
        }
    }
}

extension SQLReader {
    /// Returns the name of a food that all users see; nil for any other.
    ///
    /// - Throws: `conflict` if the food is private to the user: only its owner can correct it.
    fileprivate func publicName(of id: FoodID, for user: UserID?) throws -> String? {
        guard let food = try FoodTable.stored(id, self)?.food else { return nil }
        guard food.isPrivate else { return food.name }
        guard let user, food.owner == user else { return nil }
        throw ServiceError(.conflict, "This food is your own and private; change it instead of reporting it.")
    }
}
