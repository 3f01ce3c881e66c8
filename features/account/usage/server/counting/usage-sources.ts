import type { Meter } from '@playhead/domain/usage.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { countDelivered, countEncoded, countLasting, type UsageHourRow } from './count-video.sql.ts'
import { countHostedViews, rememberPlaybackIds } from './hosted-views.sql.ts'
import type { HourRange } from './hour-range.ts'
import { findFirstView, listSeenViews } from './seen-views.sql.ts'
import { findFirstVideo, type UsageSource } from './usage-hours.sql.ts'

interface Source {
  name: UsageSource
  meters: readonly Meter[]
  /** The earliest that it knows. */
  first(environment: Environment): Promise<Date | undefined>
  /** What still lasts counts until `lastsUntil`. */
  count(environment: Environment, range: HourRange, lastsUntil: Date): Promise<UsageHourRow[]>
}

const video: Source = {
  name: 'video',
  meters: ['delivered', 'delivered_bytes', 'stored', 'encoded', 'live'],
  first: findFirstVideo,
  count: async (environment, range, lastsUntil) => [
    ...(await countDelivered(environment, range)),
    ...(await countEncoded(environment, range)),
    ...(await countLasting(environment, range, lastsUntil)),
  ],
}

const views: Source = {
  name: 'views',
  meters: ['views_hosted', 'views_other'],
  first: findFirstView,
  count: async (environment, range) => {
    const seen = await listSeenViews(environment, range)
    await rememberPlaybackIds(environment)
    return countHostedViews(environment, seen)
  },
}

/** Each has its own mark: while one engine is away, the meters of the other go on. */
export const usageSources = [video, views] as const
export type { Source }
