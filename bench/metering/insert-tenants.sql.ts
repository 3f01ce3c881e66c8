import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const TenantRow = z.object({ id: z.uuid(), organization_id: z.uuid(), asset_id: z.uuid() })
export type TenantRow = z.infer<typeof TenantRow>

/** Organizations with the plan Pro since `since`, whose environments have a video that is stored since then. */
export const insertTenants = (
  postgres: Database,
  {
    organizations,
    environments,
    since,
  }: { organizations: number; environments: number; since: Date },
) =>
  postgres.rows(
    TenantRow,
    sql`
    with made as (
      insert into organizations (id, name, plan)
      select gen_random_uuid(), 'Organization ' || n, 'Pro' from generate_series(1, ${organizations}) n
      returning id
    ), subscribed as (
      insert into subscriptions (organization_id, plan_id, plan_version, billing_frequency, started_at, period_start)
      select id, 'pro', 1, 'month', ${since}, ${since} from made
    ), recorded as (
      insert into subscription_changes (organization_id, from_at, plan_id, plan_version, billing_frequency)
      select id, ${since}, 'pro', 1, 'month' from made
    ), opened as (
      insert into environments (id, organization_id, name, type, key, created_at)
      select gen_random_uuid(), made.id, 'Environment ' || n, 'production', gen_random_uuid()::text, ${since}
      from made, generate_series(1, ${environments}) n
      returning id, organization_id
    ), uploaded as (
      insert into assets (id, environment_id, ingest_type, video_quality, max_resolution_tier, inputs, status,
        duration, resolution_tier, playable_at, ready_at)
      select gen_random_uuid(), id, 'on_demand_url', 'plus', '1080p', '[]', 'ready', 600, '1080p', ${since}, ${since}
      from opened returning id, environment_id
    ), stored as (
      insert into asset_spans (asset_id, environment_id, kind, seconds, tier, quality, from_at)
      select id, environment_id, 'stored', 600, '1080p', 'plus', ${since} from uploaded
    )
    select o.id, o.organization_id, u.id as asset_id from opened o join uploaded u on u.environment_id = o.id`,
  )

/** Each video was delivered in two sizes in that hour. */
export const insertDeliveries = (postgres: Database, hour: Date) =>
  postgres.run(sql`
    insert into delivered_seconds (environment_id, asset_id, hour, tier, seconds, bytes)
    select environment_id, id, ${hour}, tier, 1234.5, 567890
    from assets, unnest(array['720p', '1080p']) tier
    on conflict do nothing`)

/** Hours of a time as they are counted: five rows for each environment and hour. */
export const insertHours = (
  postgres: Database,
  { from, until, everyHours = 1 }: { from: Date; until: Date; everyHours?: number },
) =>
  postgres.run(sql`
    insert into usage_hours (organization_id, environment_id, hour, meter, tier, quality, quantity)
    select e.organization_id, e.id, hour, m.meter, m.tier, m.quality,
      (1000 + extract(epoch from hour)::bigint / 3600 % 977)::numeric + 0.125
    from generate_series(${from}::timestamptz, ${until}::timestamptz - interval '1 hour',
        make_interval(hours => ${everyHours})) hour, environments e,
      (values ('delivered', '720p', ''), ('delivered', '1080p', ''), ('delivered_bytes', '', ''),
        ('stored', '1080p', 'plus'), ('views_hosted', '', '')) m (meter, tier, quality)`)

/** Nothing is left to count before that moment. */
export const closeHours = (postgres: Database, until: Date) =>
  postgres.run(sql`
    insert into usage_marks (environment_id, source, counted_until, closed_until)
    select id, source, ${until}, ${until} from environments, unnest(array['video', 'views']) source
    on conflict (environment_id, source) do update set counted_until = excluded.counted_until,
      closed_until = excluded.closed_until`)

export const insertPrices = (postgres: Database, validFrom: Date) =>
  postgres.run(sql`
    insert into price_books (version, currency, prices, valid_from) values (1, 'USD', ${sql.json(
      ['delivered', 'stored', 'views_hosted'].map((meter) => ({
        meter,
        steps: [{ upto: 1000, micros: 90_000 }, { micros: 70_000 }],
      })),
    )}, ${validFrom})`)

export const analyzeTables = (postgres: Database) => postgres.run(sql`analyze`)

const DayRow = z.object({
  day: z.string(),
  meter: z.string(),
  tier: z.string(),
  quality: z.string(),
  sum: z.string(),
})

/** The least that a usage by day can cost. */
export const sumDays = (
  postgres: Database,
  { organizationId, from, until }: { organizationId: string; from: Date; until: Date },
) =>
  postgres.rows(
    DayRow,
    sql`
    select to_char(day, 'YYYY-MM-DD') as day, meter, tier, quality, sum::text from (
      select (hour at time zone 'UTC')::date as day, meter, tier, quality, sum(quantity) as sum
      from usage_hours where organization_id = ${organizationId} and hour >= ${from} and hour < ${until}
      group by 1, 2, 3, 4
    ) grouped order by 1, 2, 3, 4`,
  )

const InvoicesRow = z.object({ issued: z.number(), lines: z.number() })

export const countIssued = (postgres: Database) =>
  postgres.row(
    InvoicesRow,
    sql`
    select (select count(*)::int from invoices where number is not null) as issued,
      (select count(*)::int from invoice_lines) as lines`,
  )
