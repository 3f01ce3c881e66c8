import { type CamelOutput, toCamel } from '@playhead/contract-kit/case-seam.ts'
import { hasShape } from '@playhead/contract-kit/has-shape.ts'
import { monitoringPayloads, type MonitoringType } from '../../topic-contract.ts'

export type LivePayload<T extends MonitoringType> = CamelOutput<(typeof monitoringPayloads)[T]>
export type AnyPayload = LivePayload<MonitoringType>

/** Undefined for what the server of another build sends. */
export const readPayload = (type: MonitoringType, value: unknown): AnyPayload | undefined => {
  const schema = monitoringPayloads[type]
  return hasShape(schema, value) ? toCamel(schema, value) : undefined
}

interface Entry {
  date?: string
  timestamp?: string
  isEarly?: boolean
}

const timeOf = ({ date, timestamp }: Entry) => Date.parse(date ?? timestamp ?? '')

/** Entries of the histogram are minutes: that of the window's first step counts as a whole. */
const startOf = ({ timeframe: [start = 0] }: AnyPayload, span: number) =>
  Math.floor(start / span) * span * 1_000

const isOlder = (one: AnyPayload, other: AnyPayload) =>
  one.step < other.step || (one.step === other.step && one.isEarly && !other.isEarly)

const grown = (known: readonly Entry[], changes: readonly Entry[], first: number) => {
  const byTime = new Map(known.map((entry) => [timeOf(entry), entry]))
  for (const entry of changes) {
    const before = byTime.get(timeOf(entry))
    // What is known whole is not replaced by its first half.
    if (!(entry.isEarly && before?.isEarly === false)) byTime.set(timeOf(entry), entry)
  }
  return [...byTime]
    .filter(([time]) => time >= first)
    .toSorted(([one], [other]) => one - other)
    .map(([, entry]) => entry)
}

const spans: Partial<Record<MonitoringType, number>> = {
  time_series: 1,
  histogram_time_series_startup_time: 60,
}

/**
 * What is known after a message. Time series and the histogram get entries that are new or changed, and lose those
 * before the window: a screen that is open for a day holds half an hour. Everything else is replaced. RTCH-037
 */
export const payloadAfter = (
  type: MonitoringType,
  known: AnyPayload | undefined,
  { isWhole, payload }: { isWhole: boolean; payload: AnyPayload },
): AnyPayload | undefined => {
  if (known && isOlder(payload, known)) return known
  const span = spans[type]
  if (isWhole || span === undefined) return payload
  // Changes of something unknown are of no use; the reply to the subscription follows.
  if (!known) return undefined
  const data = grown(known.data as Entry[], payload.data as Entry[], startOf(payload, span))
  return { ...payload, data } as AnyPayload
}
