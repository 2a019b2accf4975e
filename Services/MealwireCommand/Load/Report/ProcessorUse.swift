import FoundationEssentials
import Glibc
import ServiceKit

/// What the processes of a set on this machine have used of the processors.
struct ProcessorUse {
    /// The test itself among the processes.
    private static let ownName = "load test"

    /// Names by process ids.
    private let names: [(name: String, path: String)]
    private let begin: [Double?]

    /// Notes what has been used so far.
    ///
    /// - Parameter data: The directory of the set; nil where nobody has said it, and only the test itself is looked at.
    init(of data: DataDirectory?) {
        let records = data.map(ProcessRecord.all) ?? []
        let processes = records.compactMap { record in
            record.pid.map { (name: record.name, path: "/proc/\($0)/stat") }
        }
        names = processes + [(name: Self.ownName, path: "/proc/self/stat")]
        begin = names.map { Self.seconds($0.path) }
    }

    /// What has been used since, by each process that was there all the time.
    ///
    /// - Parameter answers: By which it is divided.
    /// - Returns: The processes, in the order of the set.
    func since(answers: Int) -> [LoadReport.Process] {
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

    /// User and system time of all threads, also of those that have ended.
    private static func seconds(_ path: String) -> Double? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        // The second field is a name in brackets and may have spaces.
        let text = String(decoding: data, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > systemField, let user = Double(fields[userField]), let system = Double(fields[systemField])
        else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Fields 14 and 15 of proc(5), counted from behind the name.
    private static let (userField, systemField) = (11, 12)
}
