import { type Incident, thresholdOf } from '../incident-words.ts'
import { titleOfMetric } from '../metric-text.ts'
import { inRealTime } from '../marks/same-measure.ts'

interface Subject {
  text: string
  isPlural?: boolean
}

const subjects: Readonly<Record<string, Subject>> = {
  'current-concurrent-viewers': { text: 'Concurrent viewers', isPlural: true },
  'current-average-bitrate': { text: 'Average bitrate' },
  'current-rebuffering-percentage': { text: 'Rebuffering' },
  'exits-before-video-start': { text: 'Exits before video start', isPlural: true },
  'playback-failure-percentage': { text: 'Playback failures', isPlural: true },
  'video-startup-failure-percentage': { text: 'Video startup failures', isPlural: true },
  'video-startup-time': { text: 'Video startup time' },
}

const subjectOf = (measurement: string): Subject => {
  if (measurement === 'views') return { text: 'Views', isPlural: true }
  return subjects[inRealTime[measurement] ?? measurement] ?? { text: titleOfMetric(measurement) }
}

const clock = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** `from 18:00 to 22:00 on Nov 19` */
export const stretchWords = (startMs: number, endMs: number | undefined) => {
  const [startClock, startDay] = [clock.format(startMs), day.format(startMs)]
  if (endMs === undefined) return `since ${startClock} on ${startDay}`
  const [endClock, endDay] = [clock.format(endMs), day.format(endMs)]
  if (startDay !== endDay) return `from ${startClock} on ${startDay} to ${endClock} on ${endDay}`
  if (startClock === endClock) return `at ${startClock} on ${startDay}`
  return `from ${startClock} to ${endClock} on ${startDay}`
}

type Told = Pick<
  Incident,
  'measurement' | 'startTime' | 'endTime' | 'alertRule' | 'anomaly' | 'metricOnTrigger'
>

/** `Rebuffering rose from 18:00 to 22:00 on Nov 19: fastly in Germany` */
export const daySentence = (incident: Told, cause: string): string => {
  const { measurement, startTime, endTime, metricOnTrigger } = incident
  const { text, isPlural } = subjectOf(measurement)
  const when = stretchWords(startTime * 1_000, endTime === null ? undefined : endTime * 1_000)
  const isOpen = endTime === null
  const area = thresholdOf(incident)?.area ?? 'above'
  const end = cause === '' ? '' : `: ${cause}`
  if (metricOnTrigger === null)
    return `${text} ${isOpen ? (isPlural ? 'have' : 'has') : 'had'} no data ${when}${end}`
  if (isOpen)
    return `${text} ${isPlural ? 'have' : 'has'} been ${area === 'above' ? 'high' : 'low'} ${when}${end}`
  return `${text} ${area === 'above' ? 'rose' : 'fell'} ${when}${end}`
}
