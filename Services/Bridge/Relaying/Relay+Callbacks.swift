extension Relay {
    /// The actions and events of a relay.
    package struct Callbacks {
        /// Sends a frame to the other bridge.
        package let send: (Envelope.Kind, UInt64, UnsafeRawBufferPointer) -> Void
        /// Called when the handshake with the process on this host is done.
        package let opened: () -> Void
        /// Called when the process on this host has ended the connection, after the end was sent.
        package let ended: () -> Void
        /// Returns the sent bytes that the other host's system has acknowledged; nil if they are not known.
        package let acknowledged: () -> UInt64?

        package init(
            send: @escaping (Envelope.Kind, UInt64, UnsafeRawBufferPointer) -> Void,
            opened: @escaping () -> Void,
            ended: @escaping () -> Void,
            acknowledged: @escaping () -> UInt64?
        ) {
            (self.send, self.opened, self.ended, self.acknowledged) = (send, opened, ended, acknowledged)
        }
    }
}
