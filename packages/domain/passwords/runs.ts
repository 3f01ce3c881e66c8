/** Rows of a keyboard, with the shifted characters. */
const rows = ['`1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./']
const shiftedRows = ['~!@#$%^&*()_+', 'QWERTYUIOP{}', 'ASDFGHJKL:"', 'ZXCVBNM<>?']
/** How far each row is shifted to the right of the first, in keys. */
const offsets = [0, 1.5, 1.75, 2.25]

const places = new Map<string, { x: number; y: number }>()
for (const layout of [rows, shiftedRows])
  layout.forEach((row, y) =>
    Array.from(row).forEach((key, x) => places.set(key.toLowerCase(), { x: x + offsets[y]!, y })),
  )

/** The direction from a key to a neighbouring one; up and down follow the slant of the keyboard. */
const directionOf = (one: string, other: string) => {
  const [a, b] = [places.get(one), places.get(other)]
  if (!a || !b || a === b) return undefined
  const [x, y] = [b.x - a.x, b.y - a.y]
  if (Math.abs(y) > 1 || Math.abs(x) > 1) return undefined
  return `${x > 0 ? 'right' : 'left'} ${y}`
}

const stepOf = (one: string, other: string) => {
  const isPair = /^(\d\d|[a-z][a-z])$/.test(one + other)
  if (!isPair) return undefined
  if (one + other === '90') return 1
  return other.charCodeAt(0) - one.charCodeAt(0)
}

const lengthWhile = (from: number, end: number, goesOn: (index: number) => boolean) => {
  let index = from + 1
  while (index < end && goesOn(index)) index += 1
  return index - from
}

const isYear = (text: string) => /^(19|20)\d\d$/.test(text)

const none = { length: 1, bits: Infinity }

/**
 * The longest run from here on, and its cost in bits: one repeated key, a sequence, a straight walk over the keyboard,
 * a year.
 */
export const runFrom = (text: string, from: number) => {
  const at = (index: number) => text[index] ?? ''
  const same = lengthWhile(from, text.length, (index) => at(index) === at(from))
  const step = stepOf(at(from), at(from + 1))
  const isStep = (index: number) => stepOf(at(index - 1), at(index)) === step
  const sequence = step === 1 || step === -1 ? lengthWhile(from, text.length, isStep) : 1
  const direction = directionOf(at(from), at(from + 1))
  const isAhead = (index: number) => directionOf(at(index - 1), at(index)) === direction
  const walk = direction ? lengthWhile(from, text.length, isAhead) : 1
  const runs = [
    ...(same >= 2 ? [{ length: same, bits: 5 }] : []),
    ...(sequence >= 3 ? [{ length: sequence, bits: sequence === 3 ? 6 : 5 }] : []),
    ...(walk >= 3 ? [{ length: walk, bits: walk === 3 ? 6 : 5 }] : []),
    ...(isYear(text.slice(from, from + 4)) ? [{ length: 4, bits: 5 }] : []),
  ]
  return runs.reduce((best, run) => (run.length > best.length ? run : best), none)
}
