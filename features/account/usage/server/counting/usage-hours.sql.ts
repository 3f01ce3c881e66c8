import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import type { Meter } from '@playhead/domain/usage.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { UsageHourRow } from './count-video.sql.ts'
import type { HourRange } from './hour-range.ts'

interface Counted extends HourRange {
  source: UsageSource
  meters: readonly Meter[]
  /** Rows of hours before it never change: a difference becomes a further revision. */
  closedUntil: Date
  rows: readonly UsageHourRow[]
}

/**
 * Makes the hours of a range those that were counted from a source. Running it again writes nothing. Returns how many rows it
 * wrote.
 */
export const writeHours = (
  environment: Environment,
  { from, until, source, meters, closedUntil, rows }: Counted,
) =>
  environment.postgres.run(sql`
    with counted as (
      select * from unnest(${rows.map(({ hour }) => hour)}::timestamptz[],
        ${rows.map(({ meter }) => meter)}::text[], ${rows.map(({ tier }) => tier)}::text[],
        ${rows.map(({ quality }) => quality)}::text[],
        ${rows.map(({ quantity }) => quantity)}::numeric[]) as c (hour, meter, tier, quality, quantity)
    ), known as (
      select hour, meter, tier, quality, sum(quantity) as quantity, max(revision) as revision
      from usage_hours
      where environment_id = ${environment.id} and hour >= ${from} and hour < ${until}
        and source = ${source} and meter = any(${meters})
      group by 1, 2, 3, 4
    ), changed as (
      select hour, meter, tier, quality, coalesce(c.quantity, 0) as quantity,
        coalesce(c.quantity, 0) - coalesce(k.quantity, 0) as difference, coalesce(k.revision, 0) as revision,
        hour < ${closedUntil} as is_closed
      from counted c full join known k using (hour, meter, tier, quality)
      where coalesce(c.quantity, 0) <> coalesce(k.quantity, 0)
    )
    insert into usage_hours
      (organization_id, environment_id, hour, meter, tier, quality, quantity, revision, source)
    select ${environment.organizationId}, ${environment.id}, hour, meter, tier, quality,
      case when is_closed then difference else quantity end, case when is_closed then revision + 1 else 0 end, ${source}
    from changed
    on conflict (environment_id, meter, hour, tier, quality, revision)
      do update set quantity = excluded.quantity`)

/** Measured when it is counted, so each hour is written once: how much was stored cannot be found out later. */
export const measureStoredBytes = (environment: Environment, { from, until }: HourRange) =>
  environment.postgres.run(sql`
    insert into usage_hours (organization_id, environment_id, hour, meter, quantity)
    select ${environment.organizationId}, ${environment.id}, hour, 'stored_bytes', stored.bytes
    from generate_series(${from}::timestamptz, ${until}::timestamptz - interval '1 hour', interval '1 hour') hour,
      (select coalesce(sum(bytes), 0) as bytes from media_files
        where environment_id = ${environment.id}) stored
    where stored.bytes > 0
    on conflict do nothing`)

const MarkRow = z.object({ counted_until: z.date(), closed_until: z.date() })
export type MarkRow = z.infer<typeof MarkRow>

export type UsageSource = 'video' | 'views'

export const findMark = (environment: Environment, source: UsageSource) =>
  environment.postgres.maybeRow(
    MarkRow,
    sql`
    select counted_until, closed_until from usage_marks
    where environment_id = ${environment.id} and source = ${source}`,
  )

export const insertMark = (environment: Environment, source: UsageSource, from: Date) =>
  environment.postgres.run(sql`
    insert into usage_marks (environment_id, source, counted_until, closed_until)
    values (${environment.id}, ${source}, ${from}, ${from}) on conflict do nothing`)

/** Holds the mark until the end of the transaction: one process counts at a time. */
export const lockMark = (environment: Environment, source: UsageSource) =>
  environment.postgres.row(
    MarkRow,
    sql`
    select counted_until, closed_until from usage_marks
    where environment_id = ${environment.id} and source = ${source} for update`,
  )

export const moveMark = (environment: Environment, source: UsageSource, mark: MarkRow) =>
  environment.postgres.run(sql`
    update usage_marks set counted_until = ${mark.counted_until}, closed_until = ${mark.closed_until}
    where environment_id = ${environment.id} and source = ${source}`)

const FirstRow = z.object({ first: z.date().nullable() })

export const findFirstVideo = async ({ id, postgres }: Environment) =>
  (
    await postgres.row(
      FirstRow,
      sql`
      select least((select min(hour) from delivered_seconds where environment_id = ${id}),
        (select min(from_at) from asset_spans where environment_id = ${id})) as first`,
    )
  ).first ?? undefined

/** Its name is kept with what it used. */
export const rememberEnvironment = ({ id, postgres }: Environment) =>
  postgres.run(sql`
    insert into usage_environments (environment_id, organization_id, name)
    select id, organization_id, name from environments where id = ${id}
    on conflict (environment_id) do update set name = excluded.name
      where usage_environments.name <> excluded.name`)

export const markEnvironmentDeleted = ({ id, postgres }: Environment, at: Date) =>
  postgres.run(sql`
    update usage_environments set deleted_at = ${at} where environment_id = ${id}`)
