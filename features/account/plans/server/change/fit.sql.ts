import { z } from 'zod'
import { sql } from '@playhead/postgres/sql.ts'
import { isPerson } from '@playhead/server-kit/identity/members.sql.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'

const SizeRow = z.object({
  name: z.string(),
  feature_overrides: z.record(z.string(), z.unknown()),
  environments: z.number(),
  members: z.number(),
  videos: z.number(),
})

/** How much there is of what a plan may limit. Recordings of live streams are no videos. */
export const findSize = ({ id, postgres }: Organization) =>
  postgres.row(
    SizeRow,
    sql`
    select name, feature_overrides,
      (select count(*)::int from environments where organization_id = o.id) as environments,
      (select count(*)::int from memberships m where m.organization_id = o.id and ${isPerson}) as members,
      (select count(*)::int from assets a join environments e on e.id = a.environment_id
        where e.organization_id = o.id and a.live_stream_id is null
          and a.status in ('preparing', 'ready')) as videos
    from organizations o where id = ${id}`,
  )
