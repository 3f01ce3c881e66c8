export const incidentKinds = ['cdn_brownout', 'bad_release', 'origin_failure'] as const
export type IncidentKind = (typeof incidentKinds)[number]

/** Where a brown-out is: it shows in numbers of one CDN and one country, and only faintly in those of all. */
export const brownOut = { cdn: 'fastly', countries: ['DE'] as readonly string[] } as const

export interface Incident {
  kind: IncidentKind
  from: number
  to: number
}

export const isUnderWay = (
  incidents: readonly Incident[],
  kind: IncidentKind,
  at: number,
): boolean => incidents.some((one) => one.kind === kind && at >= one.from && at < one.to)

const dayMs = 86_400_000
const minuteMs = 60_000

/** Days of 1970 between two incidents of a kind, the first of them, when in the day and how long: any week has a brown-out. */
const calendar = [
  { kind: 'cdn_brownout', everyDays: 4, firstDay: 0, startMinute: 17 * 60 + 20, minutes: 215 },
  { kind: 'bad_release', everyDays: 17, firstDay: 9, startMinute: 9 * 60 + 5, minutes: 340 },
  { kind: 'origin_failure', everyDays: 13, firstDay: 2, startMinute: 20 * 60 + 40, minutes: 35 },
] as const

/** What went wrong in the demo by itself: always on the same days, whenever it is asked. */
export const incidentsAround = (at: number): Incident[] => {
  const day = Math.floor(at / dayMs)
  return calendar
    .filter(
      ({ everyDays, firstDay }) => (((day - firstDay) % everyDays) + everyDays) % everyDays === 0,
    )
    .map(({ kind, startMinute, minutes }) => {
      const from = day * dayMs + startMinute * minuteMs
      return { kind, from, to: from + minutes * minuteMs }
    })
}
