import Contracts

/// Derives the problems that an operation can respond with from what it takes and does.
enum ProblemCodes {
    /// Conditions of the stack, in which any operation with a method can fail.
    private static let ofCalls: [ErrorCode] = [
        .malformed, .overloaded, .unavailable, .busy, .workerCrashed, .deadlineExceeded, .unknownMethod, .internalError,
    ]

    /// Returns the codes of an operation.
    ///
    /// - Parameters:
    ///   - operation: The operation, complete except for its errors.
    ///   - own: Codes that only this operation has.
    ///   - hasRules: True if fields of the request have rules.
    /// - Returns: The codes, each once.
    static func codes(of operation: HTTPOperation, own: [ErrorCode], hasRules: Bool) -> [ErrorCode] {
        var codes: [ErrorCode] = [.internalError]
        // Code of the gateway also calls methods below this path.
        if operation.method != nil || operation.path.hasPrefix("/v1/") { codes += ofCalls }
        switch operation.access {
        // Without auth, a token cannot be verified; clients with many unknown tokens must wait.
        case .user: codes += [.unauthenticated, .forbidden, .unavailable, .tooManyRequests]
        case .anyone:
            if operation.path.hasPrefix("/v1/auth/") { codes += [.tooManyRequests] }
        case .services, .operator: codes += [.forbidden]
        }
        codes += Self.codes(ofEffect: operation)
        if !operation.parameters.isEmpty { codes.append(.malformed) }
        if operation.takesVersion { codes.append(.versionMismatch) }
        if operation.body != nil { codes += [.malformed, .tooLarge, .unsupportedMediaType] }
        // A larger body uses the caller's share of memory.
        if operation.body != nil, operation.bodyBytesMax > HTTPLimits.openBodyBytesMax {
            codes += [.tooManyRequests, .overloaded]
        }
        if hasRules { codes.append(.invalid) }
        let all = codes + own
        return ErrorCode.allCases.filter(all.contains)
    }

    private static func codes(ofEffect operation: HTTPOperation) -> [ErrorCode] {
        switch operation.method?.effect {
        case .keyedWrite: [.conflict, .diskFull]
        case .singleWrite: [.outcomeUnknown, .diskFull]
        case .read: []
        case nil: operation.takesKey ? [.conflict, .diskFull] : []
        }
    }
}
