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
    /// An answer to a request of an earlier life of the broker is taken.
    case acceptsOldEpochs
    /// Another attempt has the token of the one before.
    case reusesTokens
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
    /// All requests together may take any number of bytes.
    case unboundedBytes
    /// A copy is kept of every request that runs.
    case keepsEveryCopy
    /// A worker may have any number of bytes.
    case ignoresWorkerBytes
    /// When bytes are short, the newcomer is refused, even if another client holds most.
    case shedsNewcomers
    /// When bytes are short, the client that holds least gives way.
    case shedsSmallestHolder
    /// When bytes are short, a request is refused although a worker is free.
    case shedsDespiteIdleWorkers
    /// There may be any number of names of services.
    case unboundedNames
    /// A worker one of whose names found no place is never asked to register it again.
    case forgetsRegistrations
    /// A worker with more to do is preferred.
    case prefersBusyWorkers
    /// A worker that has just handed something back is asked again at once.
    case asksHeldBack
    /// A worker that has finished is not asked again before the next look at the clock.
    case leavesWorkersIdle
    /// A worker that says how much it takes from now on is not listened to.
    case ignoresNewCapacity
    /// What was given up holds its worker's capacity for ever.
    case leaksCapacity
    /// A silent worker is kept.
    case keepsSilentWorkers
    /// What a silent worker had is handed to another that is silent, too.
    case asksTheSilent
    /// A plain worker may not be silent for longer than others.
    case hurriesPlainWorkers
    /// A client's newest request goes first.
    case overtakesInLane
    /// A full queue sheds what is first in it.
    case shedsAnybody
    /// Of what a part was answered a second answer is begun.
    case beginsAnew
    /// A resend gets its answer where it was sent first.
    case answersOldAddress
    /// A resend over an older connection takes the answer back there.
    case trustsOldConnections
    /// A resend does not bring its deadline forward.
    case keepsFirstDeadline
    /// Whoever knows a request's id may cancel it.
    case anyoneCancels
    /// What waits for a service without workers waits until its deadline.
    case forgetsGrace
    /// What comes for a service without workers is given up at the next look at the clock.
    case givesNoGrace
    /// The grace of what has waited for long is over as soon as the last worker goes.
    case countsGraceFromArrival
}
