/** Texts of charts are measured without the DOM: digits and letters are about this wide. */
const characterWidth = 6.4
const fromLine = 6
const rowsMax = 4

interface Named {
  x: number
  label: string
}

interface Place {
  row: number
  side: 'start' | 'end'
}

export interface PlacedLabel extends Place {
  /** Behind a label that a line crosses, the ground hides the line. */
  ground: { x: number; width: number } | undefined
}

type Span = readonly [from: number, to: number]

const spanOf = ({ x, label }: Named, side: Place['side']): Span => {
  const width = label.length * characterWidth
  return side === 'start'
    ? [x + fromLine, x + fromLine + width]
    : [x - fromLine - width, x - fromLine]
}

const overlap = ([from, to]: Span, [otherFrom, otherTo]: Span) => from < otherTo && otherFrom < to

/**
 * The rows and sides of the names of vertical lines, from left to right: where they neither cover each other nor are
 * crossed by another line, if there is such a place.
 */
export const placeLabels = (named: readonly Named[], width: number): PlacedLabel[] => {
  const placed: (Place & { span: Span; ground: PlacedLabel['ground'] })[] = []
  const places = Array.from({ length: rowsMax }, (_, row) =>
    (['start', 'end'] as const).map((side) => ({ row, side })),
  ).flat()
  for (const [index, one] of named.entries()) {
    const free = places.filter(({ row, side }) => {
      const span = spanOf(one, side)
      const isInside = span[0] >= 0 && span[1] <= width
      return isInside && !placed.some((other) => other.row === row && overlap(other.span, span))
    })
    const isCrossed = ({ side }: Place) =>
      named.some(({ x }) => x !== one.x && overlap(spanOf(one, side), [x - 2, x + 2]))
    const place = free.find((found) => !isCrossed(found)) ??
      free[0] ?? { row: index % rowsMax, side: one.x > width / 2 ? 'end' : 'start' }
    const span = spanOf(one, place.side)
    const ground = isCrossed(place) ? { x: span[0], width: span[1] - span[0] } : undefined
    placed.push({ ...place, span, ground })
  }
  return placed.map(({ row, side, ground }) => ({ row, side, ground }))
}

const boldWidth = 7
const gap = 4

interface Centred {
  x: number
  first: string
  last: string
}

const textOf = ({ first, last }: Centred) => (first === last ? first : `${first}–${last}`)

const reachOf = (one: Centred) => (textOf(one).length * boldWidth + gap) / 2

/** Labels above stretches, from left to right: those that would cover each other are one, such as `3–5`. */
export const joinLabels = (labels: readonly Named[]): Named[] => {
  const joined: Centred[] = []
  for (const { x, label } of labels) {
    let next: Centred = { x, first: label, last: label }
    for (
      let before = joined.at(-1);
      before && before.x + reachOf(before) > next.x - reachOf(next);
      before = joined.at(-1)
    ) {
      joined.pop()
      next = { x: (before.x + next.x) / 2, first: before.first, last: next.last }
    }
    joined.push(next)
  }
  return joined.map((one) => ({ x: one.x, label: textOf(one) }))
}
