package import MealwireCore

/// The server of a simulation: a model, or real processes.
package protocol SyncServer {
    /// The id of the food of the entries.
    var food: String { get }
    /// The entries after the last request, by id.
    var entries: [String: DiaryEntry] { get }
    /// The days with water, by date.
    var days: [String: DayExtras] { get }
    /// The measurements, by id.
    var measurements: [String: Measurement] { get }
    /// The additions of water that were answered and not removed, by id.
    var waters: [String: WaterAddition] { get }

    /// Executes a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - now: The time of the simulation.
    /// - Returns: The answer.
    /// - Throws: An invariant that the server itself has violated.
    mutating func handle(_ request: DiarySync.Request, now: Int) throws(SyncViolation) -> DiarySync.Answer

    /// Lets something go wrong while no request is open.
    mutating func fail() throws(SyncViolation)

    /// Reads everything, at the start and for the comparison at the end.
    mutating func readAll() throws(SyncViolation)
}
