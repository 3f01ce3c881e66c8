import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { App } from '@playhead/server-kit/app.ts'
import { failed, ok, warning } from './finding.ts'

const run = promisify(execFile)
const answerMs = 10_000

export const checkFfmpeg = async ({ settings: { ffmpegPath } }: Pick<App, 'settings'>) => {
  try {
    const { stdout } = await run(ffmpegPath ?? 'ffmpeg', ['-version'], { timeout: answerMs })
    const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1]
    if (version) return ok(`ffmpeg ${version}${ffmpegPath ? ` at ${ffmpegPath}` : ''}.`)
  } catch {
    // What it did not answer is told below.
  }
  return ffmpegPath
    ? failed(`FFMPEG_PATH names ${ffmpegPath}, which does not run as ffmpeg.`)
    : warning('ffmpeg was not found: install it or set FFMPEG_PATH, for video hosting and live.')
}
