/**
 * Half a character, sent or cut, is refused by stores that take only well-formed text. What is cut is copied: the engine
 * keeps the whole of a text for as long as a piece of it is in use.
 */
export const cutText = (text: string, length: number): string =>
  text.length > length ? Buffer.from(text.slice(0, length)).toString() : text.toWellFormed()
