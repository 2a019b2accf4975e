/// Reads several files of one format in sequence.
struct FilesReader: FoodReader {
    typealias Opener = (any ByteStream) throws(SourceFailure) -> any FoodReader

    private let inputs: [InputFile]
    private let open: Opener
    private let bytesInAll: Int
    private var current: any FoodReader
    private var index = 0
    private var bytesBefore = 0
    private var omittedBefore: [String: Int] = [:]
    private var notesBefore: [String] = []

    /// Opens the first file.
    ///
    /// - Parameters:
    ///   - inputs: The files; at least one.
    ///   - open: Creates a reader of a file's bytes.
    /// - Throws: `SourceFailure` if the first file cannot be opened.
    init(_ inputs: [InputFile], _ open: @escaping Opener) throws(SourceFailure) {
        self.inputs = inputs
        self.open = open
        bytesInAll = inputs.reduce(0) { $0 + $1.bytesOnDisk }
        current = try open(try inputs[0].stream())
    }

    var source: String { current.source }

    var progress: ReadProgress {
        ReadProgress(bytesRead: bytesBefore + current.progress.bytesRead, bytesInAll: bytesInAll)
    }

    var omitted: [String: Int] { omittedBefore.merging(current.omitted) { $0 + $1 } }
    var notes: [String] { notesBefore + current.notes.filter { !notesBefore.contains($0) } }

    mutating func next() throws(SourceFailure) -> SourceRow? {
        while true {
            if let row = try current.next() { return row }
            guard index + 1 < inputs.count else { return nil }
            (omittedBefore, notesBefore) = (omitted, notes)
            bytesBefore += inputs[index].bytesOnDisk
            index += 1
            current = try open(try inputs[index].stream())
        }
    }
}
