import { codeWords } from './code-words.ts'
import { costOf, masks } from './masks.ts'
import { drawFormat, frameOf, placesOf } from './qr-modules.ts'
import { versionFor } from './versions.ts'

/** The modules of a text, true where it is dark; undefined when it is longer than about 330 bytes. */
export const qrCode = (text: string): boolean[][] | undefined => {
  const bytes = new TextEncoder().encode(text)
  const version = versionFor(bytes.length)
  if (!version) return undefined
  const frame = frameOf(version)
  const places = [...placesOf(frame)]
  const words = codeWords(bytes, version)
  const drawn = masks.map((isTurned, mask) => {
    const modules = frame.map((line) => [...line])
    places.forEach(([row, column], at) => {
      const bit = ((words[at >> 3] ?? 0) >> (7 - (at % 8))) & 1
      modules[row]![column] = (bit === 1) !== isTurned(row, column)
    })
    drawFormat(modules, mask)
    return modules.map((line) => line.map(Boolean))
  })
  return drawn.reduce((best, next) => (costOf(next) < costOf(best) ? next : best))
}
