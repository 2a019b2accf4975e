// Metrics of every process, and those that the gateway collects about all of them.
extension Metric {
    package static let serviceProcesses = ofStack(
        "service_processes",
        .gauge,
        ["service"],
        "Processes of a service that have reported metrics to this scrape."
    )
    package static let reportsRefused = ofStack(
        "reports_refused_total",
        .counter,
        [],
        "Reports of processes that this gateway could not read or had no room for."
    )

    static let stack = [serviceProcesses, reportsRefused]

    package static let processInfo = Metric(
        "process_info",
        .gauge,
        by: ["version"],
        "Always 1; the label is the version of the process."
    )
    package static let processStart = Metric(
        "process_start_time_seconds",
        .gauge,
        "Start of the process, in seconds since 1970."
    )
    package static let residentMemory = Metric(
        "process_resident_memory_bytes",
        .gauge,
        "Memory of the process in RAM, including libraries."
    )
    package static let cpuSeconds = Metric(
        "process_cpu_seconds_total",
        .counter,
        "Processor time of the process, in user mode and in the kernel."
    )
    package static let openDescriptors = Metric("process_open_fds", .gauge, "File descriptors that are open.")
    package static let descriptorsMax = Metric(
        "process_max_fds",
        .gauge,
        "Maximum number of open file descriptors (the soft limit)."
    )
    package static let logLines = Metric("log_lines_total", .counter, by: ["level"], "Logged lines, by level.")
    package static let logLinesDropped = Metric(
        "log_lines_dropped_total",
        .counter,
        "Log lines that were dropped because the log was not read in time."
    )

    static let process = [
        processInfo, processStart, residentMemory, cpuSeconds, openDescriptors, descriptorsMax, logLines,
        logLinesDropped,
    ]
}
