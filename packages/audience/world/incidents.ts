export const incidentKinds = ['cdn_brownout', 'bad_release', 'origin_failure'] as const
export type IncidentKind = (typeof incidentKinds)[number]

/** Where a brown-out happens: it is visible in numbers of one CDN and one country, and only faintly in the totals. */
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

/**
 * For each kind: days between two incidents, the first day (since 1970), the time of day and the duration. Every week
 * has a brown-out.
 */
const calendar = [
  { kind: 'cdn_brownout', everyDays: 4, firstDay: 0, startMinute: 17 * 60 + 20, minutes: 215 },
  { kind: 'bad_release', everyDays: 17, firstDay: 9, startMinute: 9 * 60 + 5, minutes: 340 },
  { kind: 'origin_failure', everyDays: 13, firstDay: 2, startMinute: 20 * 60 + 40, minutes: 35 },
] as const

/** Built-in incidents of the demo: always on the same days, whatever the query. */
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
