/// A guarantee that the core breaks on purpose, to test the simulator's own checks.
///
/// Only tests set one.
package enum BrokerMutation: String, CaseIterable, Sendable {
    /// A deadline passes without an answer.
    case forgetsDeadlines
    /// An answered request is answered again at its deadline.
    case answersTwice
    /// A request that is not retryable is sent to a second worker.
    case retriesUnretryable
    /// A third attempt follows the second.
    case retriesForEver
    /// A worker gets more requests than its capacity.
    case ignoresCapacity
    /// An abandoned request frees its worker before the worker has finished.
    case freesWorkersTooSoon
    /// A worker that left still gets requests.
    case dispatchesAfterDisconnect
    /// A queue has no limit.
    case unboundedQueue
    /// First come, first served: the client that sends most gets all.
    case unfairQueue
    /// Any worker may respond to any attempt.
    case acceptsTokensOfOthers
    /// An answer to a request of an earlier broker process is accepted.
    case acceptsOldEpochs
    /// An attempt has the token of the previous one.
    case reusesTokens
    /// An attempt returned unstarted counts as an attempt.
    case countsRequeued
    /// A request of a dead worker is forgotten.
    case losesRequestsOfDeadWorkers
    /// Workers count as dead because of silence while the broker itself was suspended.
    case judgesAfterSleep
    /// The resend of a held request runs in addition to the first.
    case runsResends
    /// A cancelled request still waits for a worker.
    case keepsCancelled
    /// The frames of an answered request are never dropped.
    case leaksBodies
    /// All requests together may take any number of bytes.
    case unboundedBytes
    /// A copy of every running request is stored.
    case keepsEveryCopy
    /// A worker may have any number of bytes.
    case ignoresWorkerBytes
    /// When bytes are short, the new request is refused even if another client holds most.
    case shedsNewcomers
    /// When bytes are short, the client that holds least loses a request.
    case shedsSmallestHolder
    /// When bytes are short, a request is refused although a worker is free.
    case shedsDespiteIdleWorkers
    /// The number of service names has no limit.
    case unboundedNames
    /// A worker with a rejected service name is never asked to register it again.
    case forgetsRegistrations
    /// The busier worker is preferred.
    case prefersBusyWorkers
    /// A worker that has just returned an unstarted attempt gets another request at once.
    case asksHeldBack
    /// A worker that has finished gets no request before the next tick.
    case leavesWorkersIdle
    /// A worker's new capacity is ignored.
    case ignoresNewCapacity
    /// An abandoned request occupies its worker's capacity forever.
    case leaksCapacity
    /// A silent worker is not removed.
    case keepsSilentWorkers
    /// A silent worker's requests are dispatched to another silent worker.
    case asksTheSilent
    /// The stricter silence limit of Mealwire's workers applies to plain workers.
    case hurriesPlainWorkers
    /// A client's newest request goes first.
    case overtakesInLane
    /// A full queue sheds its first request.
    case shedsAnybody
    /// A second answer is begun for a partly answered request.
    case retriesPartlyAnswered
    /// The answer to a resent request goes to its first address.
    case answersOldAddress
    /// A resend over an older connection moves the answer back there.
    case trustsOldConnections
    /// A resend does not shorten the deadline.
    case keepsFirstDeadline
    /// Any client that knows a request's id may cancel it.
    case anyoneCancels
    /// A request for a service without workers waits until its deadline.
    case forgetsGrace
    /// A request for a service without workers ends at the next tick.
    case givesNoGrace
    /// The grace period of a request that has waited long ends as soon as the last worker leaves.
    case countsGraceFromArrival
}
