export type MediaFailure = 'timeout' | 'memory' | 'cancelled' | 'failed' | 'too-large'

/** ffmpeg or ffprobe ended without its result. The detail is for logs, never for a viewer. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  constructor(
    readonly reason: MediaFailure,
    readonly detail: string,
    /** False: the program could not even be started. */
    readonly hasRun = true,
  ) {
    super(`Media work ended: ${reason}. ${detail}`)
  }
}
