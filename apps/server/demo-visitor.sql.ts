import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const OpenRow = z.object({ id: z.uuid(), organization_id: z.uuid() })

/** What visitors may open: the environments of the demo organization that simulated viewers watch or have watched. */
export const listDemoEnvironments = (postgres: Database) =>
  postgres.rows(
    OpenRow,
    sql`
    select e.id, e.organization_id from server_state s
      join environments e on s.name = 'demo_audience/' || e.id
      join organizations o on o.id = e.organization_id and o.cancelled_at is null
    where s.value ->> 'world' in ('northlight', 'staging')
    order by e.organization_id, e.id`,
  )

/** In the order of their ids. */
export const listOpenEnvironmentIds = async (postgres: Database, userId: string) =>
  (
    await postgres.rows(
      z.object({ id: z.uuid() }),
      sql`select environment_id as id from environment_access where user_id = ${userId}`,
    )
  )
    .map(({ id }) => id)
    .toSorted()

/** Another account may have the address, from an organization's provider. */
export const isAddressTaken = async (postgres: Database, email: string) =>
  (
    await postgres.row(
      z.object({ taken: z.boolean() }),
      sql`select exists (select 1 from users where lower(email) = ${email}) as taken`,
    )
  ).taken

/** With the account go its sessions and its memberships. */
export const deleteDemoVisitor = (postgres: Database) =>
  postgres.run(sql`
    with visitor as (delete from server_state where name = 'demo_visitor' returning value)
    delete from users u using visitor where u.id::text = visitor.value #>> '{}'`)
