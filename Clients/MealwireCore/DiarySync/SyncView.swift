extension DiarySync {
    /// An entry as the user sees it: the server's state with the writes on top.
    public struct ShownEntry: Codable, Equatable, Sendable {
        /// What the queue says about a shown entry.
        public enum Status: String, Codable, Sendable {
            /// As on the server.
            case confirmed
            /// A write of it waits, or is being sent.
            case waiting
            /// The user must decide.
            case conflict
            /// The server refused a write of it.
            case refused
        }

        /// The entry's id.
        public var id: String
        /// The content.
        public var content: EntryContent
        /// Name, image and amounts.
        public var preview: EntryPreview
        /// The position within the meal; nil for the last.
        public var position: Int?
        /// What the queue says about it.
        public var status: Status

        /// Creates an entry.
        public init(
            id: String,
            content: EntryContent,
            preview: EntryPreview,
            position: Int?,
            status: Status
        ) {
            self.id = id
            self.content = content
            self.preview = preview
            self.position = position
            self.status = status
        }

        /// Creates what is shown of an entry of the server.
        init(_ entry: DiaryEntry) {
            self.init(
                id: entry.id,
                content: entry.content,
                preview: entry.preview,
                position: entry.position,
                status: .confirmed
            )
        }
    }
}

extension DiarySync.State {
    /// The number of writes that are not confirmed and need no decision: "3 waiting".
    public var waitingCount: Int {
        stored.writes.count { [.waiting, .sent].contains($0.status) }
    }

    /// The writes that need the user: conflicts and refusals.
    public var writesToDecide: [Write] {
        stored.writes.filter { ![.waiting, .sent].contains($0.status) }
    }

    /// Returns an entry as the user sees it; nil if it is not there, or removed.
    public func shownEntry(_ id: String) -> DiarySync.ShownEntry? {
        shown(stored.entries[id].map { DiarySync.ShownEntry($0) }, writes(of: WriteSubject(.entry, id)))
    }

    /// Returns the entries of a day as the user sees them, by meal and position.
    public func shownEntries(on date: String) -> [DiarySync.ShownEntry] {
        var byEntry: [String: [Write]] = [:]
        for write in stored.writes where write.subject.kind == .entry {
            byEntry[write.subject.id, default: []].append(write)
        }
        var shown = stored.entries.values.compactMap { entry in
            self.shown(DiarySync.ShownEntry(entry), byEntry[entry.id] ?? [])
        }
        // New entries follow in the order of the queue.
        var added: Set<String> = []
        for write in stored.writes where write.subject.kind == .entry && stored.entries[write.subject.id] == nil {
            guard added.insert(write.subject.id).inserted else { continue }
            if let entry = self.shown(nil, byEntry[write.subject.id] ?? []) { shown.append(entry) }
        }
        let order = Dictionary(uniqueKeysWithValues: Meal.allCases.enumerated().map { ($1, $0) })
        let places = Dictionary(
            stored.writes.map { ($0.subject.id, $0.order) },
            uniquingKeysWith: { first, _ in first }
        )
        func rank(_ entry: DiarySync.ShownEntry) -> (Int, Int, Int, String) {
            (order[entry.content.meal] ?? 0, entry.position ?? .max, places[entry.id] ?? 0, entry.id)
        }
        return shown.filter { $0.content.date == date }.sorted { rank($0) < rank($1) }
    }

    private func shown(_ entry: DiarySync.ShownEntry?, _ writes: [Write]) -> DiarySync.ShownEntry? {
        var shown = entry
        for write in writes {
            let status: DiarySync.ShownEntry.Status =
                switch write.status {
                case .waiting, .sent: .waiting
                case .conflict: .conflict
                case .refused: .refused
                }
            switch write.change {
            case .putEntry(let put):
                let isInPlace = shown?.content.date == put.content.date && shown?.content.meal == put.content.meal
                shown = .init(
                    id: put.id,
                    content: put.content,
                    preview: put.preview,
                    position: put.position ?? (isInPlace ? shown?.position : nil),
                    status: status
                )
            case .removeEntry where status == .refused: shown?.status = .refused
            case .removeEntry: shown = nil
            default: break
            }
        }
        return shown
    }

    /// Returns a day's water as the user sees it, in millilitres.
    ///
    /// An addition counts twice if its answer was lost and a page arrives before it is sent again.
    public func shownWaterMl(on date: String) -> Int {
        var ml = stored.days[date]?.waterMl ?? 0
        for write in stored.writes {
            switch (write.change, write.status) {
            case (_, .refused): break
            case (.addWater(let water), _) where water.date == date: ml += water.ml
            case (.removeWater(let water), _) where water.date == date: ml -= water.ml
            default: break
            }
        }
        return max(ml, 0)
    }
}
