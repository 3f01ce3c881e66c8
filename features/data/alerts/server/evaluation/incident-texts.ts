import { formatNumber } from '@playhead/domain/format.ts'
import type { MonitoringMetricId } from '@playhead/metrics/monitoring.ts'
import { valueWithSuffix } from '../../rule-name.ts'
import { judgedStepSeconds } from '../judge/judge.ts'
import { asShown } from './judged-rule.ts'

const words = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const oneIn = (share: number) => {
  const count = Math.round(1 / share)
  return words[count - 2] ?? formatNumber(count, 0)
}

const stepsPerMinute = 60 / judgedStepSeconds

const watching = (people: number) =>
  `${formatNumber(people, 0)} ${people === 1 ? 'watches' : 'watch'}`

/** The share is of those who watch in each step, so that more than it says fail within a minute. */
const stoppedText = (share: number, people: number) => {
  const perMinute = share * people * stepsPerMinute
  const isRare = perMinute < 0.95
  const stopped = Math.max(1, Math.round(isRare ? perMinute * 60 : perMinute))
  const who = `${formatNumber(stopped, 0)} ${stopped === 1 ? 'viewer' : 'viewers'}`
  return `Fatal errors stop ${who} ${isRare ? 'an hour' : 'a minute'}, while ${watching(people)}.`
}

/** What an incident means for viewers, as a sentence. */
export const impactOf = (metric: MonitoringMetricId, value: number | null, viewers: number) => {
  const people = Math.round(viewers)
  const count = `${formatNumber(people, 0)} ${people === 1 ? 'viewer' : 'viewers'}`
  if (value === null)
    return people === 0 ? 'Nobody is watching.' : `There is nothing to measure, with ${count}.`
  const shown = valueWithSuffix(metric, asShown(metric, value))
  if (metric === 'playback-failure-percentage' && value > 0) return stoppedText(value, people)
  if (metric === 'video-startup-failure-percentage' && value > 0)
    return value > 2 / 3
      ? `Nearly all attempts to start fail, while ${watching(people)}.`
      : `One in ${oneIn(value)} attempts to start fails, while ${watching(people)}.`
  switch (metric) {
    case 'exits-before-video-start':
      return `${shown} of those who start a video leave before it plays, with ${count}.`
    case 'current-rebuffering-percentage':
      return `${count} spend ${shown} of their time waiting.`
    case 'current-average-bitrate':
      return `${count} watch at ${shown} on average.`
    case 'current-concurrent-viewers':
      return people === 1
        ? '1 person is watching.'
        : `${formatNumber(people, 0)} people are watching.`
    default:
      return `The value is ${shown}, with ${count}.`
  }
}
