/** The key as players write it, compressed, and as a client writes it that does not shorten keys. */
const names = ['"ake":"', '"env_key":"'].map((text) => Buffer.from(text))
const keyMax = 100
const quote = 34

/** Guesses the environment key of a body from its first piece, before parsing: precise enough to attribute its memory. */
export const hintedKey = (piece: Buffer): string | undefined => {
  for (const name of names) {
    const at = piece.indexOf(name)
    if (at === -1) continue
    const start = at + name.length
    const end = piece.indexOf(quote, start)
    if (end > start && end - start <= keyMax) return piece.toString('utf8', start, end)
  }
  return undefined
}
