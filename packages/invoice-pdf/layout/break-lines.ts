/** Widths are of text as it is drawn. */
type WidthOf = (text: string) => number

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const eastern =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
/** What never begins a line. */
const closing = /^[、。，．・：；？！）〕］｝〉》」』】ー々％)\]},.:;?!%]/u

/** Words, each with the spaces after it; Chinese, Japanese and Korean letters are words of their own. */
const wordsOf = (text: string) => {
  const words: string[] = []
  for (const { segment } of graphemes.segment(text)) {
    const last = words.at(-1)
    const isNewWord =
      last === undefined ||
      (segment !== ' ' &&
        !closing.test(segment) &&
        (last.endsWith(' ') || eastern.test(segment) || eastern.test(last)))
    if (isNewWord) words.push(segment)
    else words[words.length - 1] += segment
  }
  return words
}

/** A word that is wider than a line is cut where it has to be. */
const piecesOf = (word: string, width: number, widthOf: WidthOf) => {
  if (widthOf(word.trimEnd()) <= width) return [word]
  const pieces: string[] = []
  for (const { segment } of graphemes.segment(word)) {
    const longer = (pieces.at(-1) ?? '') + segment
    if (pieces.length > 0 && widthOf(longer.trimEnd()) <= width) pieces[pieces.length - 1] = longer
    else pieces.push(segment)
  }
  return pieces
}

/** Empty text is one empty line. */
export const breakLines = (text: string, width: number, widthOf: WidthOf): string[] => {
  const lines: string[] = ['']
  for (const piece of wordsOf(text).flatMap((word) => piecesOf(word, width, widthOf))) {
    const line = lines.at(-1)!
    if (line === '' || widthOf((line + piece).trimEnd()) <= width)
      lines[lines.length - 1] = line + piece
    else lines.push(piece)
  }
  return lines.map((line) => line.trimEnd())
}
