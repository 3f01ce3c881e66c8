import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const Made = z.object({ id: z.uuid(), playback_id: z.string() })
export type OneOfMany = z.infer<typeof Made>

/** Copies of an asset that play from its files: each is asked for once. */
export const copyAsset = (postgres: Database, original: { id: string }, count: number) =>
  postgres.rows(
    Made,
    sql`
    with made as (
      insert into assets (id, environment_id, ingest_type, video_quality, max_resolution_tier, inputs, status,
        media_map, duration, resolution_tier, playable_at, ready_at)
      select gen_random_uuid(), environment_id, ingest_type, video_quality, max_resolution_tier, inputs, status,
        media_map, duration, resolution_tier, playable_at, ready_at
      from assets, generate_series(1, ${count}) where id = ${original.id}
      returning id, environment_id
    ), playable as (
      insert into playback_ids (id, environment_id, asset_id, policy)
      select replace(id::text, '-', ''), environment_id, id, 'public' from made returning id, asset_id
    ), stored as (
      insert into asset_renditions (asset_id, environment_id, name, status, storage_key, offsets, ready_at)
      select made.id, made.environment_id, r.name, r.status, r.storage_key, r.offsets, r.ready_at
      from made, asset_renditions r where r.asset_id = ${original.id}
    )
    select asset_id as id, id as playback_id from playable`,
  )

/** Environments with an asset that was delivered in each of the last hours: `number` thousandths of a second in the first, … */
export const insertDeliveredEnvironments = (
  postgres: Database,
  organization: { id: string },
  { environments, hours, until }: { environments: number; hours: number; until: Date },
) =>
  postgres.run(sql`
    with opened as (
      insert into environments (id, organization_id, name, type, key)
      select gen_random_uuid(), ${organization.id}, 'Past ' || gen_random_uuid(), 'production', gen_random_uuid()::text
      from generate_series(1, ${environments}) returning id
    ), made as (
      insert into assets (id, environment_id, ingest_type, video_quality, max_resolution_tier, inputs, status,
        duration, resolution_tier, playable_at, ready_at)
      select gen_random_uuid(), id, 'on_demand_url', 'plus', '1080p', '[]', 'ready', 20, '1080p', now(), now()
      from opened returning id, environment_id
    )
    insert into delivered_seconds (environment_id, asset_id, hour, tier, seconds, bytes)
    select environment_id, id, ${until}::timestamptz - make_interval(hours => n), '1080p', n + 0.125, n
    from made, generate_series(1, ${hours}) n`)

const Wrong = z.object({ count: z.coerce.number(), wrong: z.coerce.number() })

/** Of the hours that were counted in those environments: how many, and how many are not what was delivered. */
export const compareDeliveredHours = (postgres: Database, until: Date) =>
  postgres.row(
    Wrong,
    sql`
    select count(*) as count, count(*) filter (where revision <> 0 or quantity is distinct from
      extract(epoch from ${until}::timestamptz - hour) / 3600 + case meter when 'delivered' then 0.125 else 0 end) as wrong
    from usage_hours u join environments e on e.id = u.environment_id and e.name like 'Past %'
    where meter in ('delivered', 'delivered_bytes')`,
  )

/** As if its time had come, whatever the process did that was killed while it ran. */
export const setScheduleDue = (postgres: Database, name: string) =>
  postgres.run(sql`
    update schedules set due_at = now(), lease = null, leased_until = null where name = ${name}`)

const Delivered = z.object({ id: z.uuid(), seconds: z.number(), bytes: z.coerce.number() })

export const listDelivered = (postgres: Database, environment: { id: string }) =>
  postgres.rows(
    Delivered,
    sql`
    select asset_id as id, sum(seconds)::float8 as seconds, sum(bytes)::text as bytes from delivered_seconds
    where environment_id = ${environment.id} group by asset_id`,
  )
