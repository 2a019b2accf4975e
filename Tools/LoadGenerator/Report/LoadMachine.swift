import FoundationEssentials
import Glibc

/// The machine of a run, without which its numbers cannot be compared.
package struct LoadMachine: Codable, Sendable, Equatable {
    package var processor: String
    package var processors: Int
    package var memoryMiB: Int
    package var system: String
    /// The load average of the last minute at the start, which shows other work on the machine.
    package var loadAverage: Double

    package init(processor: String, processors: Int, memoryMiB: Int, system: String, loadAverage: Double) {
        self.processor = processor
        self.processors = processors
        self.memoryMiB = memoryMiB
        self.system = system
        self.loadAverage = loadAverage
    }

    /// The current machine.
    package static var current: LoadMachine {
        var load = [0.0]
        getloadavg(&load, 1)
        return LoadMachine(
            processor: field("model name", of: "/proc/cpuinfo") ?? "unknown",
            processors: ProcessInfo.processInfo.activeProcessorCount,
            memoryMiB: Int(ProcessInfo.processInfo.physicalMemory >> 20),
            system: systemName,
            loadAverage: load[0]
        )
    }

    /// The description in one line.
    package var text: String {
        let memory = LoadText.digits(Double(memoryMiB) / 1_024)
        return "\(processors) × \(processor), \(memory) GiB, \(system), load \(LoadText.digits(loadAverage)) before"
    }

    private static var systemName: String {
        let kernel = (FileManager.default.contents(atPath: "/proc/sys/kernel/osrelease")).map {
            String(decoding: $0, as: UTF8.self).prefix { $0 != "\n" }
        }
        let name = field("PRETTY_NAME", of: "/etc/os-release", separator: "=")?.filter { $0 != "\"" }
        return [name ?? "Linux", kernel.map { "kernel \($0)" }].compactMap(\.self).joined(separator: ", ")
    }

    private static func field(_ name: String, of path: String, separator: Character = ":") -> String? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where line.hasPrefix(name) {
            guard let start = line.firstIndex(of: separator) else { continue }
            return String(line[line.index(after: start)...].drop { $0 == " " })
        }
        return nil
    }
}
