extension LeaderboardTop.Reply: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("items") { $0.list(items) { $1.write(to: &$0) } }
            if let me {
                writer.field("me") { me.write(to: &$0) }
            } else {
                writer.field("me", String?.none)
            }
        }
    }
}

extension LeaderboardTop.Row: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.field("rank", Double(rank))
            writer.field("userId", userId.description)
            writer.field("name", name)
            writer.field("score", score)
        }
    }
}
