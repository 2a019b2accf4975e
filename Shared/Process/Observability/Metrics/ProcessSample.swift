import Contracts
import FoundationEssentials
import Logging

#if canImport(Glibc)
import Glibc
#endif

/// Metrics of this process that the operating system has.
package enum ProcessSample {
    /// The time at which the process started (shortly after), in seconds since 1970.
    private static let startedAt = Date().timeIntervalSince1970

    /// Records the current time as the start of the process.
    package static func recordStart() { _ = startedAt }

    /// Collects the metrics.
    ///
    /// Cheap enough for any thread: two short files, a short directory and some system calls.
    package static func collect() -> MetricSet {
        var metrics = MetricSet()
        metrics.add(.processInfo, by: [Release.version], 1)
        metrics.add(.processStart, startedAt)
        if let bytes = residentBytes { metrics.add(.residentMemory, bytes) }
        metrics.add(.cpuSeconds, cpuSeconds)
        if let count = openDescriptors { metrics.add(.openDescriptors, count) }
        if let most = descriptorsMax { metrics.add(.descriptorsMax, most) }
        let log = LineLogHandler.metrics
        for (level, count) in log.lines.sorted(by: { $0.key < $1.key }) {
            metrics.add(.logLines, by: [level.rawValue], count)
        }
        metrics.add(.logLinesDropped, log.dropped)
        return metrics
    }

    /// The second number of `/proc/self/statm` counts resident pages.
    private static var residentBytes: Int? {
        guard let bytes = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static var cpuSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// One open descriptor belongs to the directory itself, while it is read.
    private static var openDescriptors: Int? {
        guard let directory = opendir("/proc/self/fd") else { return nil }
        defer { closedir(directory) }
        var count = 0
        // Two entries are no descriptors: `.` and `..`.
        while readdir(directory) != nil { count += 1 }
        return max(0, count - 3)
    }

    private static var descriptorsMax: Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return Int(clamping: limit.rlim_cur)
    }
}
