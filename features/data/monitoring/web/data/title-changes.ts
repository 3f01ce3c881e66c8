/** MONI-006 */
const changeMin = 0.05
/** Divisions of decimals: 0.05 may come out a little smaller. */
const nearly = 1e-9

interface TitleViewers {
  title: string
  viewers: number
}

export interface TopTitle extends TitleViewers {
  change: 'increased' | 'decreased' | undefined
}

const changeOf = (now: number, before: number | undefined): TopTitle['change'] => {
  if (before === undefined || before === 0) return now > 0 ? 'increased' : undefined
  const change = (now - before) / before
  if (Math.abs(change) < changeMin - nearly) return undefined
  return change > 0 ? 'increased' : 'decreased'
}

/** The most watched titles, marked against five minutes before. A title that is new counts as increased. MONI-006 */
export const topTitles = (
  now: readonly TitleViewers[],
  before: readonly TitleViewers[],
  limit: number,
): TopTitle[] => {
  const known = new Map(before.map(({ title, viewers }) => [title, viewers]))
  return now
    .filter(({ viewers }) => viewers > 0)
    .toSorted((one, other) => other.viewers - one.viewers || (one.title < other.title ? -1 : 1))
    .slice(0, limit)
    .map((one) => ({ ...one, change: changeOf(one.viewers, known.get(one.title)) }))
}
