import Calendar
package import JSONCoding

extension Progress: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("items") { $0.list(items) { $1.write(to: &$0) } }
            writer.field("averages") { averages.write(to: &$0) }
            writer.field("streaks") { writer in
                writer.object { writer in
                    writer.field("logged", Double(streaks.logged))
                    writer.field("onTarget", Double(streaks.onTarget))
                }
            }
            writer.field("weightTrend") { writer in
                writer.list(weightTrend) { writer, point in
                    writer.object { writer in
                        writer.field("date", point.date.description)
                        writer.field("weightKg", point.weightKg)
                        writer.field("trendKg", point.trendKg)
                    }
                }
            }
        }
    }
}

extension Progress.Item {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("from", from.description)
            writer.field("to", to.description)
            writer.field("kcal", kcal)
            writer.field("targetKcal", targetKcal.map(Double.init))
            writer.field("proteinG", proteinG)
            writer.field("fatG", fatG)
            writer.field("carbohydrateG", carbohydrateG)
            writer.field("fiberG", fiberG)
            writer.field("sugarG", sugarG)
            writer.field("saltG", saltG)
            writer.field("incomplete", incomplete)
            writer.field("targetProteinG", targetProteinG)
            writer.field("targetFatG", targetFatG)
            writer.field("targetCarbohydrateG", targetCarbohydrateG)
            writer.field("loggedDays", Double(loggedDays))
        }
    }
}

extension Progress.Averages {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("kcal", kcal)
            writer.field("targetKcal", targetKcal)
            writer.field("proteinG", proteinG)
            writer.field("fatG", fatG)
            writer.field("carbohydrateG", carbohydrateG)
            writer.field("fiberG", fiberG)
            writer.field("sugarG", sugarG)
            writer.field("saltG", saltG)
        }
    }
}
