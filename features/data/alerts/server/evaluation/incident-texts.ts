import { formatNumber } from '@playhead/domain/format.ts'
import type { MonitoringMetricId } from '@playhead/metrics/monitoring.ts'
import { valueWithSuffix } from '../../rule-name.ts'
import { asShown } from './judged-rule.ts'

const words = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const oneIn = (share: number) => {
  const count = Math.round(1 / share)
  return words[count - 2] ?? formatNumber(count, 0)
}

const failing: Partial<Record<MonitoringMetricId, { one: string; all: string }>> = {
  'playback-failure-percentage': { one: 'view', all: 'views' },
  'video-startup-failure-percentage': { one: 'start', all: 'starts' },
}

/** What an incident means for viewers, as a sentence. */
export const impactOf = (metric: MonitoringMetricId, value: number | null, viewers: number) => {
  const people = Math.round(viewers)
  const count = `${formatNumber(people, 0)} ${people === 1 ? 'viewer' : 'viewers'}`
  if (value === null)
    return people === 0 ? 'Nobody is watching.' : `There is nothing to measure, with ${count}.`
  const shown = valueWithSuffix(metric, asShown(metric, value))
  const what = failing[metric]
  if (what && value > 0)
    return value > 2 / 3
      ? `Nearly all ${what.all} fail for ${count}.`
      : `One ${what.one} in ${oneIn(value)} fails for ${count}.`
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
