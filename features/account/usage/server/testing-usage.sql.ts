import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

interface Span {
  kind: 'stored' | 'encoded' | 'live'
  seconds: number | null
  from: Date
  until: Date | null
}

/** A span of any time: the product writes them with the clock of the database. */
export const insertSpan = (
  postgres: Database,
  asset: { id: string; environmentId: string },
  { kind, seconds, from, until }: Span,
) =>
  postgres.run(sql`
    insert into asset_spans (asset_id, environment_id, kind, seconds, tier, quality, from_at, until_at)
    values (${asset.id}, ${asset.environmentId}, ${kind}, ${seconds}, '1080p', 'plus', ${from}, ${until})`)

export const insertDelivered = (
  postgres: Database,
  asset: { id: string; environmentId: string },
  { hour, seconds, tier = '1080p' }: { hour: Date; seconds: number; tier?: string },
) =>
  postgres.run(sql`
    insert into delivered_seconds (environment_id, asset_id, hour, tier, seconds, bytes)
    values (${asset.environmentId}, ${asset.id}, ${hour}, ${tier}, ${seconds}, ${Math.round(seconds * 1000)})
    on conflict (asset_id, hour, tier) do update set seconds = excluded.seconds, bytes = excluded.bytes`)

const SumRow = z.object({
  meter: z.string(),
  tier: z.string(),
  quality: z.string(),
  quantity: z.coerce.number(),
  hours: z.number(),
  revision: z.number(),
})

export const listSums = (postgres: Database, environment: { id: string }) =>
  postgres.rows(
    SumRow,
    sql`
    select meter, tier, quality, sum(quantity)::text as quantity, count(distinct hour)::int as hours,
      max(revision) as revision
    from usage_hours where environment_id = ${environment.id}
    group by meter, tier, quality order by meter, tier, quality`,
  )

/** What an environment used in an hour, as if it was counted. */
export const insertHour = (
  postgres: Database,
  environment: { id: string; organizationId: string },
  { hour, meter, quantity }: { hour: Date; meter: string; quantity: number },
) =>
  postgres.run(sql`
    insert into usage_hours (organization_id, environment_id, hour, meter, quantity)
    values (${environment.organizationId}, ${environment.id}, ${hour}, ${meter}, ${quantity})`)

/** An environment that was there, as the last count left it. */
export const insertRemovedEnvironment = (
  postgres: Database,
  organization: { id: string },
  { id, name, deletedAt }: { id: string; name: string; deletedAt: Date },
) =>
  postgres.run(sql`
    insert into usage_environments (environment_id, organization_id, name, deleted_at)
    values (${id}, ${organization.id}, ${name}, ${deletedAt})`)
