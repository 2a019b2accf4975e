import Gateway
import Testing

/// The parser of `If-None-Match`, by the grammar of RFC 9110.
struct IfNoneMatchTests {
    @Test(arguments: [
        ("*", IfNoneMatch.any), (" * ", .any), (#""a""#, .tags([#""a""#])), (#"W/"a""#, .tags([#""a""#])),
        (#""a", W/"b" ,"c""#, .tags([#""a""#, #""b""#, #""c""#])), ("\t, \"a\",,\t\"b\",", .tags([#""a""#, #""b""#])),
        (#""a,b""#, .tags([#""a,b""#])), (#""""#, .tags([#""""#])), ("", .tags([])), (#""W/a""#, .tags([#""W/a""#])),
    ])
    func `a condition is any content or a list of tags`(header: String, condition: IfNoneMatch) {
        #expect(IfNoneMatch(header) == condition)
    }

    @Test(arguments: [
        "a", #""a"#, #"a""#, #""a" "b""#, #"w/"a""#, #"W / "a""#, #"W/"#, #"W/a"#, #""a b""#, #"*, "a""#, #""a", *"#,
        "**",
        "\"a\u{7F}\"",
    ])
    func `another form is no condition`(header: String) {
        #expect(IfNoneMatch(header) == nil)
    }

    @Test func `tags are compared weakly, and whole`() throws {
        let tag = ContentTag(digest: "0f")
        for header in [#""0f""#, #"W/"0f""#, #""1", W/"0f""#, "*"] { #expect(tag.isKnown(by: header), "\(header)") }
        for header in [#""0""#, #""0F""#, #""x,"0f"""#, #""0 f""#, "0f", "", #""1,0f""#] {
            #expect(!tag.isKnown(by: header), "\(header)")
        }
        #expect(!tag.isKnown(by: nil))
    }
}
