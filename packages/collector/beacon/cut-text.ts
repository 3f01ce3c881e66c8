/**
 * Stores that accept only well-formed text reject half a surrogate pair, so a cut never leaves one. The cut text is
 * copied: V8 keeps the whole original string in memory while a slice of it is referenced.
 */
export const cutText = (text: string, length: number): string =>
  text.length > length ? Buffer.from(text.slice(0, length)).toString() : text.toWellFormed()
