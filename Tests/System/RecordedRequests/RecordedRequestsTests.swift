import Testing

extension SystemTests {
    /// Apps of earlier releases beside the current version.
    struct OldClients {
        /// A difference that is intended, although apps of the release may notice it.
        private struct IntendedChange: Hashable {
            /// The release with recorded requests that differ.
            let release: String
            /// The name of the request.
            let step: String
            /// The beginning of the difference.
            let difference: String
            /// Why the change was made, and why apps can bear it.
            let reason: String
        }

        /// Intended differences; keep the list short, and name each in CHANGELOG.md.
        private static let intendedChanges =
            [
                IntendedChange(
                    release: "0.1.0",
                    step: "the server",
                    difference: "The field limits",
                    reason: "No app read the limits of requests; docs/reference/fields.md lists them."
                ),
                IntendedChange(
                    release: "0.1.0",
                    step: "log for an unknown meal",
                    difference: "The error kcal unknown is missing",
                    reason: "Known fields were reported as unknown beside the one that could not be read."
                ),
                IntendedChange(
                    release: "0.1.0",
                    step: "log for an unknown meal",
                    difference: "The error name unknown is missing",
                    reason: "Known fields were reported as unknown beside the one that could not be read."
                ),
                IntendedChange(
                    release: "0.1.0",
                    step: "put an entry with an invalid version",
                    difference: "The error ifVersion wrongType is missing",
                    reason: "The error names the header If-Match, which the app has sent."
                ),
                IntendedChange(
                    release: "0.1.0",
                    step: "create a token with invalid fields",
                    difference: "The error expiresAt outOfRange is missing",
                    reason: "Rules that need a clock are checked once all other fields are valid; the app asks again."
                ),
                IntendedChange(
                    release: "0.1.0",
                    step: "download the export",
                    difference: "The field services.diary.answers[].reply.name was absent|string",
                    reason:
                        "Stored replies of several methods are one list; those about a plan without a name have null."
                ),
            ]
            + ["auth", "diary", "food-catalog", "leaderboard", "profile"].map { service in
                IntendedChange(
                    release: "0.1.0",
                    step: "download the export",
                    difference: "The field services.\(service).formerAnswers is missing",
                    reason: "The table of replies before November 2026, which was always empty, is gone."
                )
            }

        @Test func `requests of earlier releases have the same status, fields and problem codes`() async throws {
            let recordings = try RecordedRequests.all()
            #expect(!recordings.isEmpty)
            for recording in recordings {
                // Without an address, security.txt is 404.
                func arguments(_ directory: String) -> [String: [String]] {
                    ["gateway": ["--operator-contact", "security@example.org"]]
                }
                try await StackFixture.run(arguments: arguments) { stack in
                    let client = OldClient(stack)
                    var found: Set<IntendedChange> = []
                    for step in recording.steps {
                        for difference in try await client.differences(of: step) {
                            let change = Self.intended(recording.version, step.name, difference)
                            #expect(change != nil, "\(step.operation), \"\(step.name)\": \(difference)")
                            if let change { found.insert(change) }
                        }
                    }
                    for change in Self.intendedChanges where change.release == recording.version {
                        #expect(found.contains(change), "The list has a change that was not found: \(change)")
                    }
                }
            }
        }

        private static func intended(_ release: String, _ step: String, _ difference: String) -> IntendedChange? {
            intendedChanges.first {
                $0.release == release && $0.step == step && difference.hasPrefix($0.difference)
            }
        }

        @Test func `each operation of a release is recorded with a success, or is an exception with a reason`() throws {
            for recording in try RecordedRequests.all() {
                let succeeded = Set(recording.steps.filter { $0.answer.status < 300 }.map(\.operation))
                let missing = Set(recording.operations).subtracting(succeeded)
                #expect(missing == Set(recording.exceptions.keys), "in the requests of \(recording.version)")
                let problems = Set(recording.steps.map(\.answer.status))
                #expect(problems.isSuperset(of: [400, 401, 403, 404, 409, 412, 415, 422]))
            }
        }
    }
}
