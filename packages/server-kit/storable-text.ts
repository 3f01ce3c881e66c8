/** Postgres keeps no NUL, and half a surrogate pair is no text. */
export const isStorable = (text: string) => !text.includes('\0') && text.toWellFormed() === text

/** For what is kept as evidence: it says what came, in characters that can be kept. */
export const storable = (text: string) => text.replaceAll('\0', '%00').toWellFormed()
