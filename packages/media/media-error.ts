type MediaFailure = 'timeout' | 'memory' | 'cancelled' | 'failed' | 'too-large'

/** ffmpeg or ffprobe failed. The detail is for logs, never for viewers. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  constructor(
    readonly reason: MediaFailure,
    readonly detail: string,
    /** False if the program could not be started. */
    readonly hasRun = true,
  ) {
    super(`Media work ended: ${reason}. ${detail}`)
  }
}
