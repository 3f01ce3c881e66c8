import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

interface Used {
  hour: Date
  meter: string
  tier: string
  quantity: number
  revision?: number
}

export const insertUsage = (
  postgres: Database,
  environment: { id: string; organizationId: string },
  { hour, meter, tier, quantity, revision = 0 }: Used,
) =>
  postgres.run(sql`
    insert into usage_hours (organization_id, environment_id, hour, meter, tier, quantity, revision)
    values (${environment.organizationId}, ${environment.id}, ${hour}, ${meter}, ${tier}, ${quantity},
      ${revision})`)

/** As if all hours of the organization were counted and closed until a moment. */
export const setHoursClosed = (postgres: Database, organization: { id: string }, until: Date) =>
  postgres.run(sql`
    insert into usage_marks (environment_id, source, counted_until, closed_until)
    select e.id, s.source, ${until}, ${until} from environments e
    cross join (values ('video'), ('views')) s (source) where e.organization_id = ${organization.id}
    on conflict (environment_id, source) do update set counted_until = excluded.counted_until,
      closed_until = excluded.closed_until`)

/** An asset is stored from then on. */
export const insertStoredSpan = (
  postgres: Database,
  asset: { id: string; environmentId: string },
  { seconds, from }: { seconds: number; from: Date },
) =>
  postgres.run(sql`
    insert into asset_spans (asset_id, environment_id, kind, seconds, tier, quality, from_at)
    values (${asset.id}, ${asset.environmentId}, 'stored', ${seconds}, '1080p', 'plus', ${from})`)
