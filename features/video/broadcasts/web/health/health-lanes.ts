import type { Lane } from '@playhead/charts/lanes/prepare-lanes.ts'
import { formatNumber, unknownValue } from '@playhead/domain/format.ts'
import type { FindingType } from '../../contract.ts'
import type { Advice, HealthPoint } from './use-health.ts'

/** Viewers with low latency wait for no other interval. */
export const advisedKeyframeSeconds = 2

const newest = <T>(points: readonly HealthPoint[], read: (point: HealthPoint) => T | null) => {
  const found = points.findLast((point) => read(point) !== null)
  return found ? read(found) : null
}

interface LaneSpec {
  id: string
  title: string
  unit: string
  read: (point: HealthPoint) => number | null
  decimals: number
  /** The findings that make this lane amber. */
  findings: readonly FindingType[]
  note: (points: readonly HealthPoint[]) => string
  level?: Lane['level']
  rangeOf?: (values: readonly number[]) => readonly [number, number]
}

const mbps = ({ videoKbps, audioKbps }: HealthPoint) =>
  videoKbps === null && audioKbps === null ? null : ((videoKbps ?? 0) + (audioKbps ?? 0)) / 1000

const seconds = (milliseconds: number | null) =>
  milliseconds === null ? null : milliseconds / 1000

/** The middle four fifths are what a steady encoder keeps together. */
const steadiness = (points: readonly HealthPoint[]) => {
  const values = points
    .slice(-60)
    .flatMap((point) => mbps(point) ?? [])
    .toSorted((one, other) => one - other)
  const low = values[Math.floor(values.length * 0.1)]
  const high = values[Math.ceil(values.length * 0.9) - 1]
  if (low === undefined || high === undefined) return unknownValue
  return high <= low * 1.5
    ? 'Steady'
    : `Between ${formatNumber(low, 1)} and ${formatNumber(high, 1)} Mbps`
}

const announced = (points: readonly HealthPoint[]) => {
  const rate = newest(points, ({ expectedFrameRate }) => expectedFrameRate)
  return rate === null ? 'None announced' : `${formatNumber(rate, rate % 1 ? 2 : 0)} announced`
}

const driftWords = (points: readonly HealthPoint[]) => {
  const drift = newest(points, ({ avDriftMs }) => avDriftMs)
  if (drift === null) return unknownValue
  if (Math.abs(drift) < 1) return 'Together'
  return drift > 0 ? 'Sound is behind' : 'Sound is ahead'
}

/** Zero is in the middle: sound can be behind and ahead. */
const aroundZero = (values: readonly number[]): readonly [number, number] => {
  const most = Math.max(100, ...values.map(Math.abs))
  const rounded = Math.ceil(most / 100) * 100
  return [-rounded, rounded]
}

const specs: readonly LaneSpec[] = [
  {
    id: 'bitrate',
    title: 'Bitrate',
    unit: 'Mbps',
    read: mbps,
    decimals: 2,
    findings: ['uneven_bitrate', 'slow_upload', 'no_picture', 'no_sound'],
    note: steadiness,
  },
  {
    id: 'frame-rate',
    title: 'Frame rate',
    unit: 'fps',
    read: ({ frameRate }) => frameRate,
    decimals: 1,
    findings: ['lost_frames', 'variable_frame_rate'],
    note: announced,
  },
  {
    id: 'keyframe-interval',
    title: 'Keyframe interval',
    unit: 's',
    read: ({ keyframeIntervalMs }) => seconds(keyframeIntervalMs),
    decimals: 1,
    findings: ['slow_keyframes'],
    note: () => `${advisedKeyframeSeconds} s advised`,
    level: { value: advisedKeyframeSeconds, label: `${advisedKeyframeSeconds} s advised` },
  },
  {
    id: 'drift',
    title: 'Sound against picture',
    unit: 'ms',
    read: ({ avDriftMs }) => avDriftMs,
    decimals: 0,
    findings: ['sound_apart'],
    note: driftWords,
    rangeOf: aroundZero,
  },
]

const warnsFrom = (advice: readonly Advice[], { findings }: LaneSpec, start: number) => {
  const finding = advice.find(({ type }) => findings.includes(type))
  if (!finding) return undefined
  return finding.since === null ? start : Date.parse(finding.since)
}

/** The four measures that say whether an encoder sends well. LIVE-020 */
export const healthLanes = (
  points: readonly HealthPoint[],
  advice: readonly Advice[],
  start: number,
): Lane[] =>
  specs.map((spec) => {
    const format = (value: number | null) =>
      value === null ? unknownValue : `${formatNumber(value, spec.decimals)} ${spec.unit}`
    const last = newest(points, spec.read)
    const values = points.flatMap((point) => spec.read(point) ?? [])
    return {
      id: spec.id,
      title: spec.title,
      figure: last === null ? unknownValue : formatNumber(last, spec.decimals),
      unit: last === null ? '' : spec.unit,
      note: spec.note(points),
      points: points.map((point) => ({ time: Date.parse(point.time), value: spec.read(point) })),
      format,
      formatTick: (value) => formatNumber(value, value % 1 ? 1 : 0),
      level: spec.level,
      warnsFrom: warnsFrom(advice, spec, start),
      ...(spec.rangeOf && { range: spec.rangeOf(values) }),
    }
  })
