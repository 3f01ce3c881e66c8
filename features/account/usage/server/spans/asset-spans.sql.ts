import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

/** Call it in the transaction that made the asset ready. A recording was live, not encoded. */
export const openStoredSpan = (environment: Environment, assetId: string) =>
  environment.postgres.run(sql`
    insert into asset_spans (asset_id, environment_id, kind, seconds, tier, quality, from_at, until_at)
    select a.id, a.environment_id, k.kind, coalesce(a.duration, 0), coalesce(a.resolution_tier, ''),
      a.video_quality, clock_timestamp(), case k.kind when 'encoded' then clock_timestamp() end
    from assets a cross join (values ('stored'), ('encoded')) as k (kind)
    where a.environment_id = ${environment.id} and a.id = ${assetId}
      and (k.kind = 'stored' or a.live_stream_id is null)
    on conflict do nothing`)

export const openLiveSpan = (environment: Environment, assetId: string, tier: string) =>
  environment.postgres.run(sql`
    insert into asset_spans (asset_id, environment_id, kind, tier, quality, from_at)
    select id, environment_id, 'live', ${tier}, video_quality, clock_timestamp()
    from assets where environment_id = ${environment.id} and id = ${assetId}
    on conflict do nothing`)

/** The time that was recorded counts: a pause of the encoder is not in it. */
export const closeLiveSpan = (environment: Environment, assetId: string, seconds: number) =>
  environment.postgres.run(sql`
    update asset_spans set seconds = ${seconds}, until_at = from_at + make_interval(secs => ${seconds})
    where environment_id = ${environment.id} and asset_id = ${assetId} and kind = 'live'`)

/** The asset is deleted, or its recording has failed. */
export const endSpans = (environment: Environment, assetId: string) =>
  environment.postgres.run(sql`
    update asset_spans set until_at = clock_timestamp()
    where environment_id = ${environment.id} and asset_id = ${assetId} and until_at is null`)

export const endSpansOfEnvironment = (environment: Environment, at: Date) =>
  environment.postgres.run(sql`
    update asset_spans set until_at = ${at}
    where environment_id = ${environment.id} and until_at is null`)
