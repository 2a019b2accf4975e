import CommandSupport
import Contracts
import MessageBus
import ServiceKit

/// Calls methods as the operator of the stack.
enum OperatorCall {
    /// - Throws: `CommandFailure` with the message of auth's error.
    static func run<Request: Contract>(_ data: DataDirectory, _ request: Request) async throws -> Request.Reply {
        try await BusSession.run(data) { bus in try await send(request, bus) }
    }

    /// Returns the items of all pages of a list.
    ///
    /// - Parameters:
    ///   - data: The data directory of the stack.
    ///   - page: Requests the page at a cursor; returns its items and the next cursor.
    /// - Returns: The items of all pages.
    /// - Throws: `CommandFailure` with the message of auth's error.
    static func all<Item: Sendable, Cursor: Sendable>(
        _ data: DataDirectory,
        _ page: @escaping @Sendable (Cursor?, MessageBus) async throws -> ([Item], Cursor?)
    ) async throws -> [Item] {
        try await BusSession.run(data) { bus in
            var (items, cursor): ([Item], Cursor?) = ([], nil)
            repeat {
                let (more, next) = try await page(cursor, bus)
                items += more
                cursor = next
            } while cursor != nil
            return items
        }
    }

    static func send<Request: Contract>(_ request: Request, _ bus: MessageBus) async throws -> Request.Reply {
        let method = Request.method
        let context = RequestContext(
            id: .make(),
            principal: nil,
            idempotencyKey: method.effect == .keyedWrite ? GeneratedKey.make() : nil,
            deadline: .after(milliseconds: method.timeoutMs),
            traceparent: nil
        )
        do throws(ServiceError) {
            return try await bus.call(request, context)
        } catch {
            throw CommandFailure(error.message)
        }
    }
}
