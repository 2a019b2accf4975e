import Calendar
import Contracts
import FoodFormats
import FoundationEssentials

/// Collects the preview of a file.
struct ImportSummary: Sendable {
    private var result: DiaryImport
    private var days: Set<PlainDate> = []

    init(_ request: DiaryImportsMake, expiresAt: Date) {
        result = DiaryImport(id: request.upload, format: request.format, expiresAt: Timestamp.text(expiresAt))
    }

    /// Adds rows, and the findings of their items.
    mutating func add(_ rows: [ImportRow], _ findings: [ImportFinding]) {
        for row in rows {
            result.rows += 1
            switch row.content {
            case .passedOver: result.passedOver += 1
            case .refused(let refusal):
                result.refusedCount += 1
                if result.refused.count < DiaryImport.refusalsMax {
                    result.refused.append(DiaryImport.Refusal(refusal, line: row.line))
                }
            case .item(.entry(let logged)): add(logged.entry)
            case .item(.extras(let extras)):
                result.extras += 1
                add(extras.date)
            case .item(.plan): result.plans = (result.plans ?? 0) + 1
            case .item(.favourite): result.favourites = (result.favourites ?? 0) + 1
            }
        }
        for finding in findings {
            switch finding {
            case .new: result.new += 1
            case .same: result.alreadyThere += 1
            case .differing: result.differing += 1
            case .removed: result.removedBefore += 1
            }
        }
    }

    private mutating func add(_ entry: DiaryEntry) {
        result.entries += 1
        result.kcal = (result.kcal + entry.nutrients.kcal).inHundredths
        add(entry.date)
        guard result.sample.count < DiaryImport.samplesMax else { return }
        result.sample.append(
            DiaryImport.Sample(date: entry.date, meal: entry.meal, name: entry.name, kcal: entry.nutrients.kcal)
        )
    }

    private mutating func add(_ date: PlainDate) {
        days.insert(date)
        result.from = min(result.from ?? date, date)
        result.to = max(result.to ?? date, date)
    }

    /// Returns the preview.
    ///
    /// - Parameter source: The source, read to its end.
    /// - Returns: The preview.
    func preview(_ source: some ImportSource) -> DiaryImport {
        var result = result
        result.days = days.count
        result.warnings = source.warnings
        let meals = source.otherMeals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        result.otherMeals = meals.prefix(DiaryImport.otherMealsMax).map {
            DiaryImport.OtherMeal(name: $0.key, entries: $0.value)
        }
        return result
    }
}

extension DiaryImport.Refusal {
    fileprivate init(_ refusal: RowRefusal, line: Int) {
        self.init(line: line, code: refusal.code, params: refusal.params, reason: refusal.reason)
    }
}
