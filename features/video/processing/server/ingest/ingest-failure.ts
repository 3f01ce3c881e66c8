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
  memory: 'The file takes more memory to process than is allowed.',
  'too-large': 'The file becomes larger than is allowed while it is processed.',
  cancelled: unknown,
  failed: 'The file cannot be decoded to its end: it may be damaged.',
}

/** The message for people; details go to the log. */
export const failureOf = (error: Error): IngestFailure => {
  const cause = error.cause instanceof Error ? error.cause : error
  if (cause instanceof InputRefused || cause instanceof DownloadFailed)
    return { type: 'invalid_input', message: cause.message }
  if (cause instanceof ServerUnprepared)
    return { type: 'processing_failed', message: cause.message }
  if (cause instanceof MediaError)
    return { type: 'processing_failed', message: ofMedia[cause.reason] }
  return { type: 'processing_failed', message: unknown }
}

export const cancelledFailure: IngestFailure = {
  type: 'processing_cancelled',
  message: 'The processing was cancelled.',
}
