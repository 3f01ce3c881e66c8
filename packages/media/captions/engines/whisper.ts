import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Media } from '../../find-media.ts'
import { MediaError } from '../../media-error.ts'
import type { Cue } from '../cue.ts'
import type { CaptionEngine } from './caption-engine.ts'
import { runEngine } from './run-engine.ts'

const Written = z.object({
  result: z.optional(z.object({ language: z.optional(z.string()) })),
  transcription: z.array(
    z.object({ text: z.string(), offsets: z.object({ from: z.number(), to: z.number() }) }),
  ),
})

const outputBytesMax = 64 * 1024 * 1024
const lettersMax = '84'
/** Without a GPU the larger models are several times slower than speech. */
const patience = { leastSeconds: 600, perSecond: 12 }

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Two lines of about equal length read better than one long line. */
const broken = (text: string) => {
  if (text.length <= 42) return text
  const middle = text.length / 2
  const gaps = [...text.matchAll(/ /g)].map(({ index }) => index)
  const gap = gaps.reduce<number | undefined>(
    (best, at) =>
      best === undefined || Math.abs(at - middle) < Math.abs(best - middle) ? at : best,
    undefined,
  )
  return gap === undefined ? text : `${text.slice(0, gap)}\n${text.slice(gap + 1)}`
}

export const readWritten = (text: string): { cues: Cue[]; language: string | undefined } => {
  const { transcription, result } = Written.parse(JSON.parse(text))
  const cues = transcription.flatMap(({ text: said, offsets }) => {
    const spoken = said.trim()
    const isSound = /^[[(].*[\])]$/.test(spoken)
    if (spoken === '' || isSound || offsets.to <= offsets.from) return []
    return [{ start: offsets.from / 1000, end: offsets.to / 1000, text: escaped(broken(spoken)) }]
  })
  return { cues, language: result?.language }
}

/** `whisper-cli` of whisper.cpp, with a model that the operator has installed. */
export const whisperEngine = (
  media: Pick<Media, 'guards'>,
  { program, model }: { program: string; model: string },
): CaptionEngine => ({
  name: 'whisper',
  transcribe: async ({ folder, fileName, seconds, language, signal }) => {
    const output = 'transcript'
    const args = [
      '--model',
      model,
      '--file',
      fileName,
      '--language',
      language,
      '--max-len',
      lettersMax,
      '--split-on-word',
      '--output-json',
      '--output-file',
      output,
      '--no-prints',
    ]
    await runEngine(media, program, args, {
      folder,
      timeoutSeconds: patience.leastSeconds + seconds * patience.perSecond,
      signal,
    })
    const written = await readFile(join(folder, `${output}.json`), 'utf8').catch(() => undefined)
    if (written === undefined || written.length > outputBytesMax)
      throw new MediaError('failed', 'The speech engine returned no readable text.')
    return readWritten(written)
  },
})
