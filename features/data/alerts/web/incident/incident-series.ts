import type { ChartMoment, ChartPoint } from '@playhead/charts/chart-data.ts'
import type { Incident } from '../incident-words.ts'

interface Point {
  time: number
  metricValue: number | null
}

const minuteMs = 60_000

/** Rules are recorded by the minute, anomalies by their windows of five minutes. */
export const stepMsOf = ({ type }: Pick<Incident, 'type'>) =>
  type === 'anomaly' ? 5 * minuteMs : minuteMs

/** By the minute: what the rule recorded, and what the incident keeps where that is gone. */
export const seriesOf = (
  { type, timeSeriesDataOnStart, timeSeriesDataOnEnd }: Incident,
  recorded: readonly Point[],
): ChartPoint[] => {
  // Minutes of an incident begin with the step in which it opened, those that are recorded with the minute.
  const minuteOf = ({ time }: Point) => Math.round(time / 60) * 60
  const stepMs = stepMsOf({ type })
  const byMinute = new Map<number, number | null>()
  for (const point of [...timeSeriesDataOnStart, ...timeSeriesDataOnEnd, ...recorded])
    byMinute.set(minuteOf(point), point.metricValue)
  const minutes = [...byMinute].toSorted(([one], [other]) => one - other)
  return minutes.flatMap(([time, value], index) => {
    const point = { time: time * 1_000, value }
    const next = minutes[index + 1]?.[0]
    const isGap = next !== undefined && (next - time) * 1_000 > 1.5 * stepMs
    return isGap ? [point, { time: time * 1_000 + stepMs, value: null }] : [point]
  })
}

/** The newest step is recorded when it has ended. */
const stepsUntilRecorded = 3

const halfHourMs = 30 * minuteMs

/** The line reaches the end of the incident, or now, with the value of the last window. */
export const seriesUntil = (
  incident: Incident,
  recorded: readonly Point[],
  nowMs: number,
): ChartPoint[] => {
  const points = seriesOf(incident, recorded)
  const { endTime, metricNow, metricOnEnd } = incident
  const time = endTime === null ? nowMs : endTime * 1_000
  const last = points.at(-1)
  if (last !== undefined && last.time >= time) return points
  const end = { time, value: endTime === null ? metricNow : metricOnEnd }
  const isGap = last !== undefined && time - last.time > stepsUntilRecorded * stepMsOf(incident)
  return isGap
    ? [...points, { time: last.time + stepMsOf(incident), value: null }, end]
    : [...points, end]
}

/** From half an hour before the incident to its end, or to now. */
export const rangeOfIncident = ({ startTime, endTime }: Incident, nowMs: number) => ({
  from: startTime * 1_000 - halfHourMs,
  to: endTime === null ? nowMs : endTime * 1_000,
})

const endWord = { open: 'Now', closed: 'Ended', resolved: 'Resolved', expired: 'Expired' } as const

/** In their order, with those of other features. */
export const momentsOf = (
  incident: Incident,
  nowMs: number,
  others: readonly ChartMoment[] = [],
): ChartMoment[] => {
  const { startTime, endTime, acknowledgedAt, status } = incident
  return [
    { id: 'opened', time: startTime * 1_000, label: 'Opened' },
    ...(acknowledgedAt
      ? [{ id: 'acknowledged', time: Date.parse(acknowledgedAt), label: 'Acknowledged' }]
      : []),
    {
      id: 'end',
      time: endTime === null ? nowMs : endTime * 1_000,
      label: endWord[status],
      ...(status === 'open' && { isNow: true }),
    },
    ...others,
  ].toSorted((one, other) => one.time - other.time)
}
