import { z } from 'zod'
import { videoQualities } from '@playhead/domain/flags.ts'
import { resolutionTiers } from '@playhead/domain/video.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { DeliveredBatch } from './counting/delivery-file.ts'
import { deliveriesOf } from './source/played-seconds.sql.ts'

/**
 * Claims the batches and adds their rows in one transaction, so that none counts twice. For all tenants at once; skips rows
 * whose environment or asset is gone.
 */
export const addDelivered = (
  postgres: Database,
  batches: readonly DeliveredBatch[],
  forgotten: readonly string[],
) => {
  const rows = batches.flatMap(({ token, rows: own }) => own.map((row) => ({ token, ...row })))
  return postgres.run(sql`
    with claimed as (
      insert into delivery_batches (token)
      select unnest(${batches.map(({ token }) => token)}::uuid[])
      on conflict do nothing returning token
    ), forgotten as (
      delete from delivery_batches where token = any(${forgotten}::uuid[])
    )
    insert into delivered_seconds (environment_id, asset_id, hour, tier, seconds, bytes)
    select d.environment_id, d.asset_id, d.hour, d.tier, sum(d.seconds), sum(d.bytes)::bigint
    from unnest(${rows.map((row) => row.token)}::uuid[],
        ${rows.map((row) => row.environmentId)}::uuid[],
        ${rows.map((row) => row.assetId)}::uuid[], ${rows.map((row) => row.hour)}::timestamptz[],
        ${rows.map((row) => row.tier)}::text[], ${rows.map((row) => row.seconds)}::float8[],
        ${rows.map((row) => row.bytes)}::bigint[])
      as d (token, environment_id, asset_id, hour, tier, seconds, bytes)
      join claimed c on c.token = d.token
      join assets a on a.id = d.asset_id and a.environment_id = d.environment_id
    group by 1, 2, 3, 4
    order by d.asset_id, d.hour, d.tier
    on conflict (asset_id, hour, tier) do update
      set seconds = delivered_seconds.seconds + excluded.seconds,
        bytes = delivered_seconds.bytes + excluded.bytes`)
}

const ReportRow = z.object({
  asset_id: z.uuid(),
  created_at: z.date(),
  deleted_at: z.date().nullable(),
  status: z.enum(['preparing', 'ready', 'errored', 'deleted']),
  duration: z.number().nullable(),
  resolution_tier: z.enum(resolutionTiers).nullable(),
  video_quality: z.enum(videoQualities),
  live_stream_id: z.uuid().nullable(),
  passthrough: z.string().nullable(),
  delivered: z.number(),
  by_tier: z.record(z.string(), z.number()),
})
export type ReportRow = z.infer<typeof ReportRow>

interface UsageQuestion {
  start: Date
  end: Date
  assetId: string | undefined
  liveStreamId: string | undefined
}

/** Counts the hours that begin within the timeframe. */
const delivered = (environment: Environment, asked: UsageQuestion) => sql`
  from (
    select d.asset_id, sum(d.seconds) as delivered, jsonb_object_agg(d.tier, d.seconds) as by_tier
    from (
      select asset_id, tier, sum(seconds)::float8 as seconds from ${deliveriesOf(environment)} s
      where hour >= ${asked.start} and hour < ${asked.end}
      group by asset_id, tier having sum(seconds) > 0
    ) d group by d.asset_id
  ) u join assets a on a.id = u.asset_id and a.environment_id = ${environment.id}
  where (${asked.assetId ?? null}::text is null or a.id::text = ${asked.assetId ?? null})
    and (${asked.liveStreamId ?? null}::text is null
      or a.live_stream_id::text = ${asked.liveStreamId ?? null})`

const CountRow = z.object({ count: z.number() })

export const countDelivered = async (environment: Environment, asked: UsageQuestion) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`select count(*)::int as count ${delivered(environment, asked)}`,
    )
  ).count

export const listDelivered = (
  environment: Environment,
  asked: UsageQuestion,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    ReportRow,
    sql`
    select a.id as asset_id, a.created_at, a.deleted_at, a.status, a.duration, a.resolution_tier,
      a.video_quality, a.live_stream_id, a.passthrough, u.delivered, u.by_tier
    ${delivered(environment, asked)}
    order by u.delivered desc, a.id limit ${limit} offset ${(page - 1) * limit}`,
  )

const UsageRow = z.object({
  duration: z.number().nullable(),
  encoded_seconds: z.number(),
  stored_bytes: z.coerce.number(),
  delivered_seconds: z.number(),
  delivered_bytes: z.coerce.number(),
})

export const findAssetUsage = (environment: Environment, assetId: string) =>
  environment.postgres.maybeRow(
    UsageRow,
    sql`
    select a.duration, a.encoded_seconds,
      coalesce((select sum(f.bytes) from media_files f
        where f.environment_id = a.environment_id and f.asset_id = a.id), 0)::text as stored_bytes,
      coalesce((select sum(s.seconds) from ${deliveriesOf(environment)} s
        where s.asset_id = a.id), 0)::float8 as delivered_seconds,
      coalesce((select sum(d.bytes) from delivered_seconds d
        where d.environment_id = a.environment_id and d.asset_id = a.id), 0)::text as delivered_bytes
    from assets a
    where a.environment_id = ${environment.id} and a.id = ${assetId} and a.status <> 'deleted'`,
  )
