import ZMTP

/// Writes data of the other bridge to the process on this host.
extension Relay {
    func deliver(_ body: UnsafeRawBufferPointer) throws(BridgeViolation) {
        try channel.receive(body.count)
        traffic.received += UInt64(body.count)
        guard !isClosed else { return }
        guard let connection else { throw .unexpected(.data) }
        recordHeld(arriving: body.count)
        if account?.isOverdrawn ?? false { throw .budgetExceeded }
        guard connection.isOpen else { return early.append(contentsOf: body) }
        let isTaken: Bool
        do throws(ZMTPViolation) {
            isTaken = try connection.sendWhole(body)
        } catch {
            throw .notZMTP(error)
        }
        // The credit bounds the data to the available room, so only a disconnected process accepts none.
        guard isTaken || isWriteBroken else { throw .creditExceeded }
        scheduleWrite()
    }

    func scheduleWrite() {
        guard !isWriteScheduled else { return }
        isWriteScheduled = true
        loop.scheduleWrite(self)
    }

    /// Writes as much waiting data as the process accepts, and renews the credit of the other side.
    func write() {
        isWriteScheduled = false
        guard let connection, !isClosed else { return }
        switch connection.flush() {
        case .ended:
            // Data that the process sent before it disconnected is still valid.
            isWriteBroken = true
            if closesAt != nil { return close() }
            if !isPaused { read() }
            recordProcessGone()
        case .mustWait, .moved: break
        }
        guard !isClosed else { return }
        if closesAt != nil {
            if connection.outgoingCount == 0 { return close() }
        } else {
            renewCredit(connection)
        }
        let mustWait = connection.outgoingCount > 0 && !isWriteBroken
        guard mustWait != connection.isWaitingToWrite else { return }
        connection.isWaitingToWrite = mustWait
        watch()
    }

    private func renewCredit(_ connection: ZMTPConnection) {
        guard connection.isOpen, let account else { return }
        recordHeld()
        guard let credit = channel.renewedCredit(waiting: connection.outgoingCount, window: account.window) else {
            return
        }
        recordHeld()
        send(.credit, WireNumber.bytes(credit))
    }
}
