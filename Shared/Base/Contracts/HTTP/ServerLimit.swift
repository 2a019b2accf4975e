/// A limit of the server that is no rule of a field: a size, a time, or a number of requests.
///
/// The code that enforces it takes ``value`` from here, and the reference of limits lists all.
package struct ServerLimit: Sendable {
    /// The unit of a limit.
    package enum Unit: String, Sendable {
        case bytes
        case seconds
        case days
        /// A number of what ``subject`` names.
        case count = ""
    }

    package let value: Int
    package let unit: Unit
    /// What is limited.
    package let subject: String
    /// The HTTP status beyond the limit; nil if the connection is closed, or if something else happens that ``note``
    /// names.
    package let status: Int?
    /// The reason, or what else happens, as sentences.
    package let note: String

    init(_ value: Int, _ unit: Unit, _ subject: String, status: Int? = nil, _ note: String) {
        (self.value, self.unit, self.subject, self.status, self.note) = (value, unit, subject, status, note)
    }

    /// Limits that belong together.
    package struct Group: Sendable {
        package let title: String
        package let limits: [ServerLimit]
    }

    /// All limits, in the order of the reference.
    package static let groups = [
        Group(
            title: "Connections",
            limits: [headBytes, headFields, idleS, headS, bodyS, bodyBytesPerSecond, readS, readBytes]
        ),
        Group(title: "One request", limits: requests),
        Group(
            title: "Bodies and streams",
            limits: [userBodyBytes, allBodyBytes, allUnreadBytes, userStreams, exportDownloads]
        ),
        Group(
            title: "Sign-in",
            limits: [
                signInWindowS, signInFailures, signInFailuresOfClient, signInFailuresOfAccount, secondFactorWindowS,
                secondFactorFailures, challengeS, challengeAttempts, emailStatusWindowS, emailStatusOfAddress,
                emailStatusOfClient, emailStatusOfAll,
            ]
        ),
        Group(
            title: "Mail and tokens",
            limits: [
                mailWindowS, mailToAddress, mailOfClient, addressChanges, tokens, tokenDays,
            ]
        ),
        Group(title: "Data of a user", limits: data),
        Group(
            title: "Pictures of foods",
            limits: [
                remotePictureBytes, remotePictureS, remotePicturesAtOnce, remotePicturesPerMinute,
                remotePictureCacheBytes, drawingBytes,
            ]
        ),
    ]
}

/// Connections of the gateway.
extension ServerLimit {
    package static let headBytes = ServerLimit(
        16 << 10,
        .bytes,
        "head of a request, and one field of it",
        "Enough for two tokens; each connection may hold a head in memory."
    )
    package static let headFields = ServerLimit(100, .count, "fields of a head", "As many as other servers allow.")
    package static let idleS = ServerLimit(
        75,
        .seconds,
        "connection without a request",
        "Clients and proxies use shorter times, so a request rarely arrives while the server closes its connection."
    )
    package static let headS = ServerLimit(
        30,
        .seconds,
        "from the first byte of a request to the end of its head",
        status: 408,
        "Enough for the slowest links."
    )
    package static let bodyS = ServerLimit(
        30,
        .seconds,
        "from the head of a request to the end of its body",
        status: 408,
        "A second more for each part of the body that arrives, as the next line says."
    )
    package static let bodyBytesPerSecond = ServerLimit(
        8 << 10,
        .bytes,
        "part of a body that extends its time by one second",
        "The rate of the slowest mobile links."
    )
    package static let readS = ServerLimit(
        30,
        .seconds,
        "time in which a client must read a part of a waiting answer",
        "A slower client is disconnected."
    )
    package static let readBytes = ServerLimit(
        30 << 10,
        .bytes,
        "size of that part",
        "A slower client is disconnected."
    )
}

/// Bodies, answers and streams of the gateway.
extension ServerLimit {
    package static let userBodyBytes = ServerLimit(
        4 << 20,
        .bytes,
        "bodies that one user sends at once",
        status: 429,
        "Four bodies of the maximum size."
    )
    package static let allBodyBytes = ServerLimit(
        16 << 20,
        .bytes,
        "bodies that all users send at once",
        status: 503,
        "The oldest incomplete body of the user with most bytes makes room."
    )
    package static let allUnreadBytes = ServerLimit(
        16 << 20,
        .bytes,
        "answers that clients do not read",
        "The client with most unread bytes is disconnected."
    )
    package static let userStreams = ServerLimit(
        8,
        .count,
        "open streams of `GET /v1/events` of one user",
        status: 429,
        "A few devices with a few pages each."
    )
    package static let exportDownloads = ServerLimit(
        8,
        .count,
        "downloads of exports at once, of all users",
        status: 503,
        "One of each user (429). Each takes about three megabytes until its first bytes are read."
    )
}

/// Guesses of passwords and codes.
extension ServerLimit {
    package static let signInWindowS = ServerLimit(
        15 * 60,
        .seconds,
        "time for which failed sign-ins count",
        "Older failures do not count."
    )
    package static let signInFailures = ServerLimit(
        10,
        .count,
        "failed sign-ins of one address by one client, of one known device, or of one session",
        status: 429,
        "A user needs fewer to find the right one of their passwords."
    )
    package static let signInFailuresOfClient = ServerLimit(
        100,
        .count,
        "failed sign-ins of one client for all addresses",
        status: 429,
        "An office behind one address causes fewer."
    )
    package static let signInFailuresOfAccount = ServerLimit(
        50,
        .count,
        "failed sign-ins of one address by all clients that never signed in to its account",
        status: 429,
        "Guesses from many network addresses are limited to 4,800 a day. Known devices and open sessions do not count."
    )
    package static let secondFactorWindowS = ServerLimit(
        24 * 3_600,
        .seconds,
        "time for which wrong codes of the second factor count",
        "Older wrong codes do not count."
    )
    package static let secondFactorFailures = ServerLimit(
        20,
        .count,
        "wrong codes of the second factor of one account",
        status: 429,
        "A right code does not reset the count."
    )
    package static let challengeS = ServerLimit(
        5 * 60,
        .seconds,
        "from the right password to the code of the second factor",
        status: 401,
        "Long enough to fetch a phone."
    )
    package static let challengeAttempts = ServerLimit(
        5,
        .count,
        "wrong codes after one right password",
        status: 401,
        "After that, the sign-in starts again with the password."
    )
    package static let emailStatusWindowS = ServerLimit(
        15 * 60,
        .seconds,
        "time for which questions about e-mail addresses count",
        "Older questions do not count."
    )
    package static let emailStatusOfAddress = ServerLimit(
        10,
        .count,
        "questions of one client whether one address has an account",
        status: 429,
        "Enough to correct a few typing errors in a form."
    )
    package static let emailStatusOfClient = ServerLimit(
        30,
        .count,
        "questions of one client about all addresses",
        status: 429,
        "Enough for a household or an office that registers."
    )
    package static let emailStatusOfAll = ServerLimit(
        3_000,
        .count,
        "questions of all clients",
        status: 429,
        "A hundred clients at their limit, so that no single client can reach it."
    )
}

/// Mail and personal access tokens.
extension ServerLimit {
    package static let mailWindowS = ServerLimit(
        3_600,
        .seconds,
        "time for which requests for mail count",
        "Older requests do not count."
    )
    package static let mailToAddress = ServerLimit(
        3,
        .count,
        "mails to one address",
        "One of three links works, and no mailbox is flooded. A further change of address is refused (429). A further "
            + "request to reset a password is answered alike, and nothing is sent."
    )
    package static let mailOfClient = ServerLimit(
        20,
        .count,
        "requests for mail from one network address",
        status: 429,
        "A household or an office may share the address."
    )
    package static let addressChanges = ServerLimit(
        5,
        .count,
        "changes of address that one account requests",
        status: 429,
        "Enough to correct a typing error or two."
    )
    package static let tokens = ServerLimit(
        20,
        .count,
        "personal tokens of one account",
        status: 409,
        "One for each script that a person can maintain."
    )
    package static let tokenDays = ServerLimit(
        366,
        .days,
        "lifetime of a personal token",
        status: 422,
        "The user checks each script once a year."
    )
}
