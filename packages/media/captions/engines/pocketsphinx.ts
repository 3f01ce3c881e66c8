import type { Media } from '../../find-media.ts'
import { InputRefused } from '../../input-refused.ts'
import type { CaptionEngine } from './caption-engine.ts'
import { cuesOfWords, type SpokenWord } from './cues-of-words.ts'
import { runEngine } from './run-engine.ts'

const timing = /^(\S+) (\d+\.\d+) (\d+\.\d+) (-?[\d.eE+-]+)$/
const noise = /^(<.*>|\[.*\]|\+\+.*\+\+)$/

/** Word, start, end and confidence on each line; variants of a pronunciation are numbered. */
export const readWords = (output: string): SpokenWord[] =>
  output.split('\n').flatMap((line) => {
    const [, text = '', start = '', end = ''] = timing.exec(line.trim()) ?? []
    if (text === '' || noise.test(text)) return []
    return [{ text: text.replace(/\(\d+\)$/, ''), start: Number(start), end: Number(end) }]
  })

const patience = { leastSeconds: 120, perSecond: 4 }

/** An old and small engine for English: it shows that captions work, but not how good they can be. */
export const pocketsphinxEngine = (
  media: Pick<Media, 'guards'>,
  program: string,
): CaptionEngine => ({
  name: 'pocketsphinx',
  transcribe: async ({ folder, fileName, seconds, language, signal }) => {
    if (language !== 'auto' && !language.startsWith('en'))
      throw new InputRefused('The speech engine of this server knows English only.')
    const args = ['-infile', fileName, '-time', 'yes', '-logfn', '/dev/null']
    const output = await runEngine(media, program, args, {
      folder,
      timeoutSeconds: patience.leastSeconds + seconds * patience.perSecond,
      signal,
    })
    return { cues: cuesOfWords(readWords(output)), language: 'en' }
  },
})
