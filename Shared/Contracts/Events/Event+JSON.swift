import Calendar
package import JSONCoding

extension Event: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("specversion", specversion)
            writer.field("id", id.description)
            writer.field("source", source.rawValue)
            writer.field("type", type.rawValue)
            writer.field("subject", subject.description)
            writer.field("time", time)
            writer.field("sequence", Double(sequence))
            if let traceparent { writer.field("traceparent", traceparent) }
            writer.field("data", data.text)
        }
    }
}

extension EventsSince.Reply: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("epoch", epoch)
            writer.field("events") { writer in
                writer.list(events) { writer, event in event.write(to: &writer) }
            }
            writer.field("last", Double(last))
            writer.field("reload", reload)
        }
    }
}

extension DayChanged: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("date", date.description)
            writer.field("kcal", kcal)
            writer.field("targetKcal", targetKcal.map(Double.init))
            writer.field("entries", Double(entries))
        }
    }
}
