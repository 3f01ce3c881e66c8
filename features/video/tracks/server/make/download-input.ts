import { join } from 'node:path'
import { downloadTo, DownloadFailed } from '@playhead/server-kit/outbound/outbound-stream.ts'
import { OutboundRefused } from '@playhead/server-kit/outbound/outbound.ts'
import { type TrackWork, TrackRefused } from './track-work.ts'

/** A failure that a retry cannot fix becomes a message for people. */
export const downloadInput = async (
  { app, track, folder, signal, progress }: TrackWork,
  fileName: string,
  limits: { bytesMax: number; timeoutMs: number },
) => {
  try {
    await downloadTo(app.settings, track.url ?? '', join(folder, fileName), {
      ...limits,
      signal,
      hasRoomFor: (bytes) => app.disk.hasRoomFor(bytes),
      onProgress: (bytes, total) => progress(total ? bytes / total / 2 : 0, 'Bringing the file'),
    })
  } catch (error) {
    const isFinal =
      error instanceof OutboundRefused || (error instanceof DownloadFailed && !error.isTransient)
    throw isFinal ? new TrackRefused('invalid_input', error.message) : error
  }
}
