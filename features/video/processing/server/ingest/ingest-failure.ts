import { DownloadFailed } from '@playhead/server-kit/outbound/outbound-stream.ts'
import { InputRefused } from '@playhead/media/input-refused.ts'
import { MediaError } from '@playhead/media/media-error.ts'

export interface IngestFailure {
  type: 'invalid_input' | 'processing_failed' | 'processing_cancelled'
  message: string
}

export class ServerUnprepared extends Error {
  override readonly name = 'ServerUnprepared'
  constructor() {
    super('This server is not set up to process video: it has no ffmpeg.')
  }
}

const unknown = 'The file could not be processed. Try again, or give another file.'

const ofMedia: Record<MediaError['reason'], string> = {
  timeout: 'The file took too long to process.',
  memory: 'Processing the file needs more memory than is allowed.',
  'too-large': 'The file becomes larger than is allowed while it is processed.',
  cancelled: unknown,
  failed: 'The file cannot be decoded to its end: it may be damaged.',
}

const told = (error: unknown): IngestFailure | undefined => {
  if (error instanceof InputRefused || error instanceof DownloadFailed)
    return { type: 'invalid_input', message: error.message }
  if (error instanceof ServerUnprepared)
    return { type: 'processing_failed', message: error.message }
  if (error instanceof MediaError)
    return { type: 'processing_failed', message: ofMedia[error.reason] }
  return undefined
}

/**
 * The message for people; details go to the log. An error that speaks for itself comes before its
 * cause: behind a download that failed stands a bare error of the network.
 */
export const failureOf = (error: Error): IngestFailure =>
  told(error) ?? told(error.cause) ?? { type: 'processing_failed', message: unknown }

export const cancelledFailure: IngestFailure = {
  type: 'processing_cancelled',
  message: 'The processing was cancelled.',
}
