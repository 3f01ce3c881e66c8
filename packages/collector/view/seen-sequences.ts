/** Ascending, disjoint ranges as from, to, from, to …: players leave gaps, so most views need one to three ranges. */
export type SeenSequences = number[]

/** No real player leaves this many gaps. Beyond it the oldest gap counts as seen. */
const greatestRanges = 2_000

/** False when the number was already there. */
export const addSequence = (seen: SeenSequences, sequence: number): boolean => {
  const last = seen.length - 1
  const newest = seen[last]
  if (newest === undefined || sequence > newest + 1) {
    seen.push(sequence, sequence)
    if (seen.length > greatestRanges * 2)
      seen.splice(0, 4, seen[0] ?? sequence, seen[3] ?? sequence)
    return true
  }
  if (sequence === newest + 1) {
    seen[last] = sequence
    return true
  }
  for (let at = last - 1; at >= 0; at -= 2) {
    const from = seen[at] ?? 0
    const to = seen[at + 1] ?? 0
    if (sequence >= from && sequence <= to) return false
    const previousTo = at > 0 ? (seen[at - 1] ?? -1) : -1
    if (sequence > to || sequence <= previousTo) continue
    joinBefore(seen, at, sequence)
    return true
  }
  return false
}

function joinBefore(seen: SeenSequences, at: number, sequence: number): void {
  const touchesNext = seen[at] === sequence + 1
  const touchesPrevious = at > 0 && seen[at - 1] === sequence - 1
  if (touchesNext && touchesPrevious) seen.splice(at - 1, 2)
  else if (touchesNext) seen[at] = sequence
  else if (touchesPrevious) seen[at - 1] = sequence
  else seen.splice(at, 0, sequence, sequence)
}

/** Whether any number in the range was seen. */
export const hasSequence = (seen: SeenSequences, first: number, last: number): boolean => {
  for (let at = seen.length - 2; at >= 0; at -= 2) {
    if ((seen[at] ?? 0) <= last && (seen[at + 1] ?? 0) >= first) return true
    if ((seen[at + 1] ?? 0) < first) return false
  }
  return false
}
