const shownMax = 3

/** The message is for the operator, who can name a font that has the letters. */
export class UnprintableText extends Error {
  override readonly name = 'UnprintableText'
  constructor(letters: readonly string[], text: string) {
    const named = letters.slice(0, shownMax).map((letter) => {
      const codes = Array.from(letter).map(
        (one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
      )
      return `“${letter}” (${codes.join(' ')})`
    })
    const more = letters.length > shownMax ? ` and ${letters.length - shownMax} more` : ''
    super(
      `No font has ${named.join(', ')}${more} of “${text}”. PLAYHEAD_INVOICE_FONT may name a font file that has ${letters.length === 1 ? 'it' : 'them'}.`,
    )
  }
}

/** The message is for the operator. */
export class UnusableFont extends Error {
  override readonly name = 'UnusableFont'
  constructor(file: string, cause: unknown) {
    super(`PLAYHEAD_INVOICE_FONT names ${file}, which cannot be read as a font.`, { cause })
  }
}
