import CommandSupport
import FoundationEssentials
import Glibc
import ServiceKit

/// Measures the processor time of the processes of a stack on this machine.
package struct ProcessorUse {
    /// The name of the load generator in the list of processes.
    private static let ownName = "load test"

    /// The names of the processes with the paths of their statistics.
    private let names: [(name: String, path: String)]
    private let begin: [Double?]

    /// Records the processor time so far.
    ///
    /// - Parameter data: The data directory of the stack; nil to measure the load generator only.
    init(of data: DataDirectory?) {
        let records = data.map(ProcessRecord.all) ?? []
        let processes = records.compactMap { record in
            record.pid.map { (name: record.name, path: "/proc/\($0)/stat") }
        }
        names = processes + [(name: Self.ownName, path: "/proc/self/stat")]
        begin = names.map { Self.seconds($0.path) }
    }

    /// Returns the processor time since then, for each process that existed all the time.
    ///
    /// - Parameter answers: The number of successful requests, by which times are divided.
    /// - Returns: The processes, in the order of the stack.
    package func since(answers: Int) -> [LoadReport.Process] {
        zip(names, begin).compactMap { process, before in
            guard let before, let now = Self.seconds(process.path) else { return nil }
            let used = max(0, now - before)
            return LoadReport.Process(
                name: process.name,
                processorSeconds: used,
                usPerRequest: answers > 0 ? used * 1_000_000 / Double(answers) : 0
            )
        }
    }

    /// Returns the user and system time of all threads, including ended ones.
    private static func seconds(_ path: String) -> Double? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        // The second field is a name in parentheses that may contain spaces.
        let text = String(decoding: data, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > systemField, let user = Double(fields[userField]), let system = Double(fields[systemField])
        else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The indices of fields 14 and 15 of proc(5), counted after the name.
    private static let (userField, systemField) = (11, 12)
}
