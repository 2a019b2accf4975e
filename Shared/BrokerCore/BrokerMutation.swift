/// A guarantee that the core breaks on purpose, so that the simulator's own checks can be checked.
///
/// Only tests set one.
package enum BrokerMutation: String, CaseIterable, Sendable {
    /// A deadline passes without an answer.
    case forgetsDeadlines
    /// An answered request is answered again at its deadline.
    case answersTwice
    /// What may not be repeated is sent to a second worker.
    case repeatsUnrepeatable
    /// A third attempt follows the second.
    case retriesForEver
    /// A worker is handed more than it can take.
    case ignoresCapacity
    /// What was given up frees its worker before the worker has finished.
    case freesWorkersTooSoon
    /// A worker that left is still handed requests.
    case dispatchesAfterDisconnect
    /// A queue takes whatever comes.
    case unboundedQueue
    /// First come, first served: who sends most gets all.
    case unfairQueue
    /// Any worker may answer any attempt.
    case acceptsForeignTokens
    /// What comes back unstarted counts as an attempt.
    case countsHandedBack
    /// A request of a worker that died is forgotten.
    case losesRequestsOfDeadWorkers
    /// Workers are judged by a silence that the broker itself slept through.
    case judgesAfterSleep
    /// The resend of a request that is held runs beside the first.
    case runsResends
    /// A cancelled request goes on waiting for a worker.
    case keepsCancelled
    /// The frames of an answered request are never dropped.
    case leaksBodies
}
