export const hourMs = 3_600_000

/** Whole hours, without the last. */
export interface HourRange {
  from: Date
  until: Date
}

export const startOfHour = (time: Date) => new Date(Math.floor(time.getTime() / hourMs) * hourMs)

/** Views reopen for an hour, and late exports are in by then. */
export const openHours = 26

const chunkHours = 31 * 24

/** Parts of a range that one statement can count. */
export const chunksOf = ({ from, until }: HourRange): HourRange[] => {
  const chunks: HourRange[] = []
  for (let time = from.getTime(); time < until.getTime(); time += chunkHours * hourMs)
    chunks.push({
      from: new Date(time),
      until: new Date(Math.min(time + chunkHours * hourMs, until.getTime())),
    })
  return chunks
}
