import type { Cue } from '../cue.ts'

export interface SpokenWord {
  text: string
  start: number
  end: number
}

const lettersMax = 42
const linesMax = 2
const secondsMax = 6
/** Speakers do not pause for so long within a sentence. */
const pauseSeconds = 0.7
/** Readers need at least this long for a cue. */
const secondsMin = 1

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const linesOf = (words: readonly SpokenWord[]) => {
  const lines: string[] = []
  for (const { text } of words) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + text.length <= lettersMax)
      lines[lines.length - 1] = `${line} ${text}`
    else lines.push(text)
  }
  return lines
}

const fits = (words: readonly SpokenWord[], word: SpokenWord) => {
  const [first] = words
  const last = words.at(-1)
  if (!first || !last) return true
  return (
    word.start - last.end < pauseSeconds &&
    word.end - first.start <= secondsMax &&
    linesOf([...words, word]).length <= linesMax
  )
}

/** Groups spoken words into readable cues: two short lines, a few seconds, split at pauses. */
export const cuesOfWords = (spoken: readonly SpokenWord[]): Cue[] => {
  const groups: SpokenWord[][] = []
  for (const word of spoken) {
    const group = groups.at(-1)
    if (group && fits(group, word)) group.push(word)
    else groups.push([word])
  }
  return groups.map((words, index) => {
    const start = words[0]?.start ?? 0
    const said = words.at(-1)?.end ?? start
    const next = groups[index + 1]?.[0]?.start ?? Infinity
    const end = Math.max(said, Math.min(next, start + secondsMin))
    return { start, end, text: linesOf(words).map(escaped).join('\n') }
  })
}
