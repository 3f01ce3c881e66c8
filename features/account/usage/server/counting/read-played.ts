import { listPlayedPeriods, type PlayedRow } from '@playhead/features/video/delivery-usage/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { UsageHourRow } from './count-video.sql.ts'
import type { HourRange } from './hour-range.ts'
import { listPlayedDeliveries } from './played-deliveries.sql.ts'
import { listPlayedViews } from './played-views.sql.ts'

/** What was played in the hours of a range whose deliveries are counted from views. */
export const readPlayed = async (
  environment: Environment,
  { from, until }: HourRange,
): Promise<PlayedRow[]> => {
  const rows: PlayedRow[] = []
  for (const period of await listPlayedPeriods(environment)) {
    const part = {
      from: period.from_hour > from ? period.from_hour : from,
      until: period.until_hour && period.until_hour < until ? period.until_hour : until,
    }
    if (part.from >= part.until) continue
    const played = await listPlayedViews(environment, part)
    rows.push(...(await listPlayedDeliveries(environment, played)))
  }
  return rows
}

const thousandthsOf = (seconds: string) => BigInt(seconds.replace('.', ''))
const textOf = (thousandths: bigint) =>
  `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}`

/** All assets of an hour and tier together. */
export const sumPlayed = (played: readonly PlayedRow[]): UsageHourRow[] => {
  const sums = new Map<string, { hour: Date; tier: string; thousandths: bigint }>()
  for (const { hour, tier, seconds } of played) {
    const name = `${hour.getTime()} ${tier}`
    const thousandths = (sums.get(name)?.thousandths ?? 0n) + thousandthsOf(seconds)
    sums.set(name, { hour, tier, thousandths })
  }
  return [...sums.values()].map(({ hour, tier, thousandths }) => ({
    hour,
    meter: 'delivered',
    tier,
    quality: '',
    quantity: textOf(thousandths),
  }))
}
