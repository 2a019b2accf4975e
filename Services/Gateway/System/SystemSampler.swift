import Calendar
package import Contracts
package import FoundationEssentials
import Observability

/// Makes samples of the system from the reports of its processes, and keeps those of the last hour.
///
/// Pure state, without bus and clock.
package struct SystemSampler: Sendable {
    /// A service had a process that started or ended.
    private struct Change: Sendable {
        let service: ServiceName
        let atMs: Int
    }

    /// The gateway and the broker stand before the services that they call.
    private static let order = [MetricsReport.gateway, BrokerStatus.service] + ServiceName.all
    private static let (secondsPerNs, msPerSecond) = (1e-9, 1_000.0)
    private static let (median, percentile99) = (0.5, 0.99)
    /// Tenths: a rate of few requests in ten seconds has one digit after the point.
    private static let roundingPerUnit = 10.0

    private var readings: [String: ProcessReading] = [:]
    private var lastAtNs: UInt64 = 0
    /// Processes that appeared and vanished after the first sample; both of them together are a restart.
    private var appeared: [Change] = []
    private var vanished: [Change] = []
    private var history: [(atMs: Int, sample: SystemSample)] = []
    private var newest: SystemState

    package init(version: String) {
        newest = SystemState(version: version)
    }

    /// Returns the newest state, with those samples of the last hour that are later than a moment.
    ///
    /// - Parameter sinceMs: The moment in milliseconds since 1970; nil for the whole hour.
    /// - Returns: The state; without services before the first sample.
    package func state(sinceMs: Int? = nil) -> SystemState {
        var state = newest
        state.history = history.filter { $0.atMs > sinceMs ?? .min }.map(\.sample)
        return state
    }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - sources: The newest report of each process.
    ///   - now: The wall clock.
    ///   - nowNs: Monotonic time in nanoseconds.
    package mutating func add(_ sources: [ProcessReading.Source], at now: Date, nowNs: UInt64) {
        let read = sources.map(ProcessReading.init)
        let current = Dictionary(read.map { ($0.key, $0) }) { $1 }
        let atMs = Int(now.timeIntervalSince1970 * Self.msPerSecond)
        recordChanges(to: current, atMs: atMs)
        var state = SystemState(version: newest.version)
        state.at = Timestamp.text(now)
        state.services = services(current)
        state.queues = queues(current)
        state.subscribers = Self.subscribers(current.values)
        state.storage = Self.storage(current.values)
        let disk = current.values.compactMap(Self.disk).min { $0.free < $1.free }
        (state.diskFreeBytes, state.diskBytes) = (disk?.free, disk?.size)
        state.lastBackupAt = current.values.compactMap { $0.value(.lastBackup) }.max().map {
            Timestamp.text(Date(timeIntervalSince1970: $0))
        }
        state.liveListeners = current.values.reduce(0) { $0 + $1.sum(.liveListeners).wholeNumber }
        history.append((atMs, Self.sample(of: state)))
        history.removeFirst(max(0, history.count - SystemState.samplesMax))
        (newest, readings, lastAtNs) = (state, current, nowNs)
    }

    /// Records processes that began or ended, and forgets those of more than an hour ago.
    private mutating func recordChanges(to current: [String: ProcessReading], atMs: Int) {
        guard newest.at != nil else { return }
        for (key, reading) in current where readings[key] == nil {
            appeared.append(Change(service: reading.service, atMs: atMs))
        }
        for (key, reading) in readings where current[key] == nil {
            vanished.append(Change(service: reading.service, atMs: atMs))
        }
        let first = atMs - SystemState.samplesMax * SystemState.sampleSeconds * Int(Self.msPerSecond)
        appeared.removeAll { $0.atMs < first }
        vanished.removeAll { $0.atMs < first }
    }

    private func restarts(of service: ServiceName) -> Int {
        min(appeared.count { $0.service == service }, vanished.count { $0.service == service })
    }

    // MARK: Services and queues

    private func services(_ current: [String: ProcessReading]) -> [SystemService] {
        let others = Set(current.values.map(\.service)).subtracting(Self.order).sorted { $0.rawValue < $1.rawValue }
        return (Self.order + others).map { service in
            let own = current.values.filter { $0.service == service }.sorted { $0.process < $1.process }
            var result = SystemService(service: service.rawValue)
            // A process that ended keeps its last report for a while.
            result.isReady = own.contains { $0.atNs > lastAtNs }
            result.restarts = restarts(of: service)
            var times = TimeCounts()
            for reading in own {
                let before = readings[reading.key]
                let recent = reading.times.since(before?.times ?? TimeCounts())
                times.add(recent)
                result.perSecond += rate(Double(recent.total), reading, before)
                result.failedPerSecond += rate(reading.failed - (before?.failed ?? 0), reading, before)
                result.inFlight += reading.inFlight
                result.processes.append(process(reading, before))
            }
            result.perSecond = Self.rounded(result.perSecond)
            result.failedPerSecond = Self.rounded(result.failedPerSecond)
            result.medianMs = times.quantileMs(Self.median)
            result.p99Ms = times.quantileMs(Self.percentile99)
            return result
        }
    }

    private func process(_ reading: ProcessReading, _ before: ProcessReading?) -> SystemProcess {
        SystemProcess(
            process: reading.process,
            version: reading.version,
            startedAt: Timestamp.text(Date(timeIntervalSince1970: reading.startedAt)),
            memoryBytes: reading.memoryBytes,
            processorPercent: before.map {
                Self.rounded(100 * rate(reading.processorSeconds - $0.processorSeconds, reading, $0))
            }
        )
    }

    /// Returns an increase as a rate a second: 0 in the first sample of all, and without a newer report.
    private func rate(_ increase: Double, _ reading: ProcessReading, _ before: ProcessReading?) -> Double {
        // A new process has counted since its start, which lies after the last sample.
        let fromNs = before?.atNs ?? lastAtNs
        guard fromNs > 0, reading.atNs > fromNs else { return 0 }
        return max(0, increase) / (Double(reading.atNs - fromNs) * Self.secondsPerNs)
    }

    private func queues(_ current: [String: ProcessReading]) -> [SystemQueue] {
        var sums: [String: (queue: ProcessReading.Queue, perSecond: Double)] = [:]
        for reading in current.values {
            let before = readings[reading.key]
            for (name, counted) in reading.queues {
                var sum = sums[name] ?? (queue: ProcessReading.Queue(), perSecond: 0)
                let recent = counted.times.since(before?.queues[name]?.times ?? TimeCounts())
                sum.queue.times.add(recent)
                sum.perSecond += rate(Double(recent.total), reading, before)
                // Each process connects to every broker.
                sum.queue.workers = max(sum.queue.workers, counted.workers)
                sum.queue.capacity = max(sum.queue.capacity, counted.capacity)
                sum.queue.inFlight += counted.inFlight
                sum.queue.queued += counted.queued
                sum.queue.shed += counted.shed
                sum.queue.retried += counted.retried
                sum.queue.lostWorkers += counted.lostWorkers
                sums[name] = sum
            }
        }
        return sums.sorted { $0.key < $1.key }.map { name, sum in
            var queue = SystemQueue(queue: name)
            queue.workers = sum.queue.workers.wholeNumber
            queue.capacity = sum.queue.capacity.wholeNumber
            queue.inFlight = sum.queue.inFlight.wholeNumber
            queue.queued = sum.queue.queued.wholeNumber
            queue.shed = sum.queue.shed.wholeNumber
            queue.retried = sum.queue.retried.wholeNumber
            queue.lostWorkers = sum.queue.lostWorkers.wholeNumber
            queue.perSecond = Self.rounded(sum.perSecond)
            queue.medianMs = sum.queue.times.quantileMs(Self.median)
            queue.p99Ms = sum.queue.times.quantileMs(Self.percentile99)
            return queue
        }
    }

    /// Returns a number with one decimal; 0 for one that JSON cannot contain.
    private static func rounded(_ value: Double) -> Double {
        value.isFinite ? (value * roundingPerUnit).rounded() / roundingPerUnit : 0
    }
}

extension SystemSampler {
    private static func subscribers(_ readings: some Sequence<ProcessReading>) -> [SystemSubscriber] {
        readings.flatMap { reading in
            let seconds = reading.values(.eventLagSeconds)
            return reading.values(.eventLag).map { source, events in
                SystemSubscriber(
                    service: reading.service.rawValue,
                    source: source,
                    events: events.wholeNumber,
                    seconds: rounded(seconds[source] ?? 0)
                )
            }
        }.sorted { ($0.service, $0.source) < ($1.service, $1.source) }
    }

    /// Returns the databases; processes of one service share a file.
    private static func storage(_ readings: some Sequence<ProcessReading>) -> [SystemStorage] {
        var found: [ServiceName: SystemStorage] = [:]
        for reading in readings {
            guard let bytes = reading.value(.databaseBytes) else { continue }
            let known = found[reading.service]
            found[reading.service] = SystemStorage(
                service: reading.service.rawValue,
                databaseBytes: max(known?.databaseBytes ?? 0, bytes.wholeNumber),
                logBytes: max(known?.logBytes ?? 0, reading.sum(.logBytes).wholeNumber),
                writesWaiting: (known?.writesWaiting ?? 0) + reading.sum(.writesWaiting).wholeNumber
            )
        }
        return found.values.sorted { $0.service < $1.service }
    }

    private static func disk(_ reading: ProcessReading) -> (free: Int, size: Int?)? {
        reading.value(.diskFreeBytes).map { (free: $0.wholeNumber, size: reading.value(.diskBytes)?.wholeNumber) }
    }

    private static func sample(of state: SystemState) -> SystemSample {
        let gateway = state.services.first { $0.service == MetricsReport.gateway.rawValue }
        let broker = state.services.first { $0.service == BrokerStatus.service.rawValue }
        return SystemSample(
            at: state.at ?? "",
            perSecond: gateway?.perSecond ?? 0,
            p99Ms: gateway?.p99Ms,
            held: broker?.inFlight ?? 0,
            queued: state.queues.reduce(0) { $0 + $1.queued },
            memoryBytes: state.services.flatMap(\.processes).reduce(0) { $0 + $1.memoryBytes },
            lagSeconds: state.subscribers.map(\.seconds).max() ?? 0,
            services: state.services.filter { $0.service != MetricsReport.gateway.rawValue }.map {
                SystemSampleService(service: $0.service, perSecond: $0.perSecond, p99Ms: $0.p99Ms)
            }
        )
    }
}
