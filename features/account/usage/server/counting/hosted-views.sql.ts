import { isPlayedHour } from '@playhead/features/video/delivery-usage/server'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { UsageHourRow } from './count-video.sql.ts'
import type { SeenRow } from './seen-views.sql.ts'

/** Views of an hour count by the playback ids of this time, even if one is deleted before the hour is closed. */
export const rememberPlaybackIds = ({ id, postgres }: Environment) =>
  postgres.run(sql`
    insert into usage_playback_ids (id, environment_id, asset_id, live_stream_id)
    select id, environment_id, asset_id, live_stream_id from playback_ids where environment_id = ${id}
    on conflict do nothing`)

export const forgetPlaybackIds = ({ id, postgres }: Environment) =>
  postgres.run(sql`delete from usage_playback_ids where environment_id = ${id}`)

const isUuid = sql`'^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'`

/**
 * Which asset of this environment was played, of a row `v` (hour, asset, playback, live). What a page reports proves nothing:
 * the asset, the playback id or the live stream must be of this environment, and this server must have delivered the asset in
 * that hour or the next. While deliveries are counted from views, a delivery of any time before is enough: a cache has
 * the rest.
 */
export const hostedAsset = (environment: Environment) => sql`
  select a.id as asset_id from assets a
  where a.environment_id = ${environment.id} and (
    a.id = case when v.asset ~ ${isUuid} then v.asset::uuid end
    or a.id = (select p.asset_id from usage_playback_ids p
      where p.id = v.playback and p.environment_id = ${environment.id})
    or a.live_stream_id = (select p.live_stream_id from usage_playback_ids p
      where p.id = v.playback and p.environment_id = ${environment.id})
    or a.live_stream_id = case when v.live ~ ${isUuid} then v.live::uuid end)
  and exists (select 1 from delivered_seconds d
    where d.environment_id = ${environment.id} and d.asset_id = a.id
      and d.hour <= v.hour + interval '1 hour' and d.seconds > 0
      and (d.hour >= v.hour or ${isPlayedHour(environment, sql`v.hour`)}))
  -- Of the broadcasts of a live stream the one that had begun last.
  order by a.created_at < v.hour + interval '1 hour' desc, a.created_at desc
  limit 1`

export const hostedViews = (environment: Environment, seen: readonly SeenRow[]) => sql`
  select v.hour, v.title, v.creator_id, v.views, h.asset_id
  from unnest(${seen.map(({ hour }) => new Date(hour * 1000))}::timestamptz[],
      ${seen.map(({ asset_id }) => asset_id)}::text[],
      ${seen.map(({ playback_id }) => playback_id)}::text[],
      ${seen.map(({ live_stream_id }) => live_stream_id)}::text[],
      ${seen.map(({ title }) => title)}::text[],
      ${seen.map(({ creator_id }) => creator_id)}::text[],
      ${seen.map(({ views }) => views)}::bigint[])
    as v (hour, asset, playback, live, title, creator_id, views)
  left join lateral (${hostedAsset(environment)}) h on true`

export const countHostedViews = (environment: Environment, seen: readonly SeenRow[]) =>
  environment.postgres.rows(
    UsageHourRow,
    sql`
    select hour, case when asset_id is null then 'views_other' else 'views_hosted' end as meter,
      '' as tier, '' as quality, sum(views)::numeric(20,3)::text as quantity
    from (${hostedViews(environment, seen)}) counted group by 1, 2`,
  )
