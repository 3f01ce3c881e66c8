import type { Meter } from '@playhead/domain/usage.ts'
import { type PlayedRow, writePlayed } from '@playhead/features/video/delivery-usage/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { countDelivered, countEncoded, countLasting, type UsageHourRow } from './count-video.sql.ts'
import { countHostedViews, rememberPlaybackIds } from './hosted-views.sql.ts'
import { type HourRange, openHours } from './hour-range.ts'
import { readPlayed, sumPlayed } from './read-played.ts'
import { findFirstView, listSeenViews } from './seen-views.sql.ts'
import { findFirstVideo, type UsageSource, writeHours } from './usage-hours.sql.ts'

export interface Counted {
  rows: UsageHourRow[]
  /** Of the hours whose deliveries are counted from views. */
  played: PlayedRow[]
}

interface Source {
  name: UsageSource
  meters: readonly Meter[]
  /** The earliest that it knows. */
  first(environment: Environment): Promise<Date | undefined>
  /** How long before the first count something may have begun that it does not know yet: a view is known once it ended. */
  lateHours: number
  /** What still lasts counts until `lastsUntil`. */
  count(environment: Environment, range: HourRange, lastsUntil: Date): Promise<Counted>
}

const video: Source = {
  name: 'video',
  meters: ['delivered', 'delivered_bytes', 'stored', 'encoded', 'live'],
  first: findFirstVideo,
  lateHours: 0,
  count: async (environment, range, lastsUntil) => ({
    rows: [
      ...(await countDelivered(environment, range)),
      ...(await countEncoded(environment, range)),
      ...(await countLasting(environment, range, lastsUntil)),
    ],
    played: [],
  }),
}

const views: Source = {
  name: 'views',
  meters: ['views_hosted', 'views_other', 'delivered'],
  first: findFirstView,
  lateHours: openHours,
  count: async (environment, range) => {
    const seen = await listSeenViews(environment, range)
    await rememberPlaybackIds(environment)
    const played = await readPlayed(environment, range)
    const rows = await countHostedViews(environment, seen)
    return { rows: [...rows, ...sumPlayed(played)], played }
  },
}

/** Makes the hours of a range those that were counted. */
export const writeCounted = async (
  environment: Environment,
  source: Source,
  range: HourRange,
  { closedUntil, counted: { rows, played } }: { closedUntil: Date; counted: Counted },
) => {
  const { name, meters } = source
  await writeHours(environment, { ...range, source: name, meters, closedUntil, rows })
  if (name === 'views') await writePlayed(environment, range, played)
}

/** Each has its own mark: while one engine is away, the meters of the other go on. */
export const usageSources = [video, views] as const
export type { Source }
