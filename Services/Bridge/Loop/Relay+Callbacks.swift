extension Relay {
    /// How a relay and its owner talk.
    package struct Callbacks {
        /// Sends a frame to the other bridge.
        package let send: (Envelope.Kind, UInt64, UnsafeRawBufferPointer) -> Void
        /// The handshake with the process on this host is done.
        package let opened: () -> Void
        /// The process on this host has ended the connection, and the other bridge knows it.
        package let ended: () -> Void

        package init(
            send: @escaping (Envelope.Kind, UInt64, UnsafeRawBufferPointer) -> Void,
            opened: @escaping () -> Void,
            ended: @escaping () -> Void
        ) {
            (self.send, self.opened, self.ended) = (send, opened, ended)
        }
    }
}
