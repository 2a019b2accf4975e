package import Storage
package import Testing

extension StatementRecorder {
    /// Statements that may run besides, such as those of a cleaning task, and for a part that a small request lacks.
    private static let furtherMax = 5

    /// Expects that a request about many rows runs as many statements as one about few rows.
    ///
    /// A request with a statement for each row, of which there are at least 30, fails it.
    ///
    /// - Parameters:
    ///   - few: The request about few rows. It runs first, and once before, so that both find the same caches.
    ///   - many: The request about many rows.
    ///   - sourceLocation: Where a failure is reported.
    /// - Throws: The error of a request.
    package func expectAsMany(
        few: () async throws -> Void,
        many: () async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await few()
        let small = try await runs(few)
        let large = try await runs(many)
        let (expected, found) = (small.reduce(0) { $0 + $1.count }, large.reduce(0) { $0 + $1.count })
        #expect(expected > 0, sourceLocation: sourceLocation)
        let frequent = large.prefix(3).map { "\($0.count) times \($0.text)" }.joined(separator: "\n")
        #expect(found <= expected + Self.furtherMax, "most of \(found):\n\(frequent)", sourceLocation: sourceLocation)
    }
}
