import { type PointerEvent, useState } from 'react'

interface Seen {
  question: string
  keys: readonly string[]
}

/**
 * Rows of a first answer stay where they are while the pointer is on them: exact values replace theirs at once, and their
 * order follows when it leaves. Else a press could meet a row that has just moved there.
 */
export const useSteadyRows = <Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  { question, isFirst }: { question: string; isFirst: boolean },
) => {
  const [isPointed, setIsPointed] = useState(false)
  const [seen, setSeen] = useState<Seen>()
  const keys = isFirst ? (rows ?? []).map(keyOf) : undefined
  if (keys && (seen?.question !== question || seen.keys.join('\n') !== keys.join('\n')))
    setSeen({ question, keys })
  if (!isFirst && !isPointed && seen) setSeen(undefined)
  const held = !isFirst && isPointed && seen?.question === question ? seen.keys : undefined
  const placeOf = (row: Row, among: readonly string[]) => {
    const place = among.indexOf(keyOf(row))
    return place === -1 ? among.length : place
  }
  return {
    rows: held && rows ? rows.toSorted((a, b) => placeOf(a, held) - placeOf(b, held)) : rows,
    pointing: {
      // A finger is on a row only while it presses.
      onPointerEnter: ({ pointerType }: PointerEvent) => setIsPointed(pointerType !== 'touch'),
      onPointerLeave: () => setIsPointed(false),
    },
  }
}
