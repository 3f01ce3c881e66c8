import { formatNumber } from '@playhead/domain/format.ts'
import type { Incident } from './incident-words.ts'

type Counted = Pick<Incident, 'type' | 'measurement' | 'alertRule' | 'anomaly'>

const failures: Readonly<Record<string, string>> = {
  'playback-failure-percentage': 'failed',
  'video-startup-failure-percentage': 'failed to start',
  'exits-before-video-start': 'left before the start',
  playback_failure_percentage: 'failed',
  video_startup_failure_percentage: 'failed to start',
  exits_before_video_start: 'left before the start',
}

/** Whether the number of affected views is that of the viewers when the incident opened. */
export const isAffectedAtStart = ({ type, measurement, alertRule }: Counted) =>
  type === 'threshold' && !(measurement in failures && alertRule?.thresholdAlert.area === 'above')

/** What the number of affected views of an incident counts. */
export const affectedWords = (incident: Counted) => {
  const failed = failures[incident.measurement]
  if (isAffectedAtStart(incident)) return 'concurrent viewers at the start'
  if (incident.type === 'threshold') return `${failed}, beyond what the rule allows`
  if (failed) return `${failed}, beyond what is usual`
  return incident.measurement === 'views' ? 'fewer than usual' : 'ended while it was unusual'
}

/** What is estimated from shares is not known to the last view. */
const shownDigits = 3

/** The number of affected views, as exactly as it is known. */
export const affectedText = (count: number) => {
  if (count > 0 && count < 0.5) return 'under 1'
  return formatNumber(Number(Math.round(count).toPrecision(shownDigits)))
}
