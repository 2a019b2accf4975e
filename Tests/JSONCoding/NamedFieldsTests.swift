import JSONCoding
import Testing

struct NamedFieldsTests {
    private struct Change: Encodable {
        var id = 1
        var name: String?
        var note: Patch<String> = .unchanged
        var inner: Inner?
        var list: [Inner]?

        enum CodingKeys: String, CodingKey {
            case id
            case name = "title"
            case note
            case inner
            case list
        }
    }

    private struct Inner: Encodable {
        var deep = 1
    }

    /// Writes the fields of another value beside its own.
    private struct Outer: Encodable {
        var change = Change()

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeNil(forKey: .nothing)
            var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .nested)
            try nested.encode(1, forKey: .inside)
            try change.encode(to: encoder)
        }

        enum CodingKeys: CodingKey {
            case nothing
            case nested
            case inside
        }
    }

    @Test func `a field without a value is not named`() {
        #expect(NamedFields.names(in: Change()) == ["id"])
    }

    @Test func `a set or cleared field is named as in JSON, without the fields inside of it`() {
        var change = Change(name: "x", note: .cleared, inner: Inner(), list: [])
        #expect(NamedFields.names(in: change) == ["id", "title", "note", "inner", "list"])
        change = Change(note: .set("y"))
        #expect(NamedFields.names(in: change) == ["id", "note"])
    }

    @Test func `fields written by hand are named`() {
        #expect(NamedFields.names(in: Outer()) == ["nothing", "nested", "id"])
    }

    @Test func `a value that is no object names no fields`() {
        #expect(NamedFields.names(in: "text").isEmpty)
        #expect(NamedFields.names(in: [Inner()]).isEmpty)
    }
}
