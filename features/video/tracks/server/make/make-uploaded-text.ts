import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSubtitles, subtitleBytesMax } from '@playhead/media/captions/read-subtitles.ts'
import { downloadInput } from './download-input.ts'
import { storeText } from './store-text.ts'
import type { TrackWork } from './track-work.ts'

const timeoutMs = 120_000

/** Stores a subtitle file that a user provides. */
export const makeUploadedText = async (work: TrackWork) => {
  const { app, environment, track, folder } = work
  await downloadInput(work, 'subtitles', { bytesMax: subtitleBytesMax, timeoutMs })
  const cues = readSubtitles(
    await readFile(join(folder, 'subtitles')),
    track.language_code ?? undefined,
  )
  await storeText(app, environment, track, cues)
}
