/// Error codes over HTTP.
extension ErrorCode {
    /// The status that a code is answered with, and its standard reason.
    ///
    /// 499 is not in the standard, but nginx uses it for a disconnected client.
    public var status: (code: Int, reason: String) {
        switch self {
        case .malformed: (400, "Bad Request")
        case .unauthenticated, .wrongCredentials, .secondFactorRequired: (401, "Unauthorized")
        case .forbidden, .accountDisabled, .registrationClosed, .invitationNeeded: (403, "Forbidden")
        case .notFound, .unknownMethod: (404, "Not Found")
        case .methodNotAllowed: (405, "Method Not Allowed")
        case .conflict: (409, "Conflict")
        case .versionMismatch: (412, "Precondition Failed")
        case .tooLarge: (413, "Content Too Large")
        case .unsupportedMediaType: (415, "Unsupported Media Type")
        case .invalid, .profileIncomplete: (422, "Unprocessable Content")
        case .tooManyRequests: (429, "Too Many Requests")
        case .cancelled: (499, "Client Closed Request")
        case .internalError: (500, "Internal Server Error")
        case .outcomeUnknown: (502, "Bad Gateway")
        case .overloaded, .unavailable, .workerCrashed, .busy: (503, "Service Unavailable")
        case .deadlineExceeded: (504, "Gateway Timeout")
        case .diskFull: (507, "Insufficient Storage")
        }
    }

    /// One sentence for documents.
    public var sentence: String {
        switch self {
        case .malformed: "The request is not JSON, or has another shape than the method expects."
        case .invalid: "A value breaks a rule; `errors` names each field."
        case .unauthenticated: "There is no access token, or it is forged, expired or revoked."
        case .wrongCredentials: "The e-mail address or the password is wrong."
        case .secondFactorRequired: "The password is correct; send a code with `challenge` of `params`."
        case .forbidden: "The caller is signed in, but not permitted."
        case .accountDisabled: "The account is disabled until staff or an admin enables it."
        case .registrationClosed: "Registration is closed."
        case .invitationNeeded: "Registration requires a valid invitation."
        case .notFound: "The object does not exist, or does not belong to the caller."
        case .conflict: "The request contradicts stored data, or its idempotency key was used for another request."
        case .versionMismatch: "`If-Match` names another version than the stored one; `current` has the newest state."
        case .tooLarge: "The body is too large."
        case .unsupportedMediaType: "The content type is not accepted here."
        case .methodNotAllowed: "The route exists with other HTTP methods, which `Allow` names."
        case .tooManyRequests: "A rate limit was reached; retry after `Retry-After`."
        case .profileIncomplete: "Profile fields that a target needs are missing."
        case .overloaded: "The service is at its capacity; retry after `Retry-After`."
        case .unavailable: "The service has no instance; retry after `Retry-After`."
        case .deadlineExceeded: "The service did not answer in time."
        case .cancelled: "The caller disconnected."
        case .workerCrashed: "The worker that handled the request ended, twice; the request may be repeated."
        case .outcomeUnknown: "The worker ended, and the request may have taken effect; read the state before a retry."
        case .busy: "All workers are at their capacity; retry after `Retry-After`."
        case .unknownMethod: "The service does not know the method, because it has another version."
        case .diskFull: "The server has no disk space left."
        case .internalError: "A defect of the server; its log has the cause."
        }
    }
}
