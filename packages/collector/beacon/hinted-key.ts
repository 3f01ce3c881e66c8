/** As players write it, and as one writes it who has not shortened the keys. */
const names = ['"ake":"', '"env_key":"'].map((text) => Buffer.from(text))
const keyMax = 100
const quote = 34

/** Whose a body seems to be by its first piece, before anything is parsed: good enough to know who fills the memory. */
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
