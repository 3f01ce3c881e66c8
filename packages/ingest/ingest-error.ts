/** The peer broke the protocol or a limit; the message is for the log and may be shown to the peer. */
export class IngestError extends Error {
  override name = 'IngestError'
}

/** The media cannot be taken; the message is for people who set up the encoder. */
export class UnsupportedMedia extends IngestError {
  override name = 'UnsupportedMedia'
}
