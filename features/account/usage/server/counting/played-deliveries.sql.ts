import { z } from 'zod'
import { resolutionTiers } from '@playhead/domain/video.ts'
import { tierOf } from '@playhead/media/tiers.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { hostedAsset } from './hosted-views.sql.ts'
import type { PlayedView } from './played-views.sql.ts'

const PlayedDelivery = z.object({
  asset_id: z.uuid(),
  hour: z.date(),
  tier: z.enum(resolutionTiers),
  seconds: z.string(),
})

/** Empty while the player did not report the size of the picture: then it is that of the asset. */
const reportedTier = ({ width, height }: PlayedView) =>
  width > 0 && height > 0 ? tierOf({ width, height }) : ''

/** What was played of assets of this environment. Never of a higher tier than the asset has. */
export const listPlayedDeliveries = (environment: Environment, played: readonly PlayedView[]) =>
  environment.postgres.rows(
    PlayedDelivery,
    sql`
    select h.asset_id, v.hour, t.tier, (sum(v.milliseconds) / 1000)::numeric(20,3)::text as seconds
    from unnest(${played.map(({ hour }) => new Date(hour * 1000))}::timestamptz[],
        ${played.map(({ asset_id }) => asset_id)}::text[],
        ${played.map(({ playback_id }) => playback_id)}::text[],
        ${played.map(({ live_stream_id }) => live_stream_id)}::text[],
        ${played.map(reportedTier)}::text[],
        ${played.map(({ milliseconds }) => milliseconds)}::numeric[])
      as v (hour, asset, playback, live, tier, milliseconds)
    cross join lateral (${hostedAsset(environment)}) h
    join assets a on a.id = h.asset_id
    cross join lateral (select coalesce(a.resolution_tier, '720p') as most) m
    cross join lateral (select case
      when array_position(${resolutionTiers}::text[], v.tier) < array_position(${resolutionTiers}::text[], m.most)
      then v.tier else m.most end as tier) t
    group by 1, 2, 3`,
  )
