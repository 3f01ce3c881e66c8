import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const ExistsRow = z.object({ exists: z.boolean() })

export const hasStaff = async (postgres: Database) =>
  (
    await postgres.row(
      ExistsRow,
      sql`select exists (select 1 from users where internal and disabled_at is null) as exists`,
    )
  ).exists

/** There is only one link at a time: a new one replaces the last. */
export const writeStaffLink = (postgres: Database, link: { tokenHash: Buffer; expiresAt: Date }) =>
  postgres.run(sql`
    insert into server_state (name, value) values ('staff_link', ${sql.json({
      token_hash: link.tokenHash.toString('base64'),
      expires_at: link.expiresAt.getTime(),
    })})
    on conflict (name) do update set value = excluded.value`)

const NameRow = z.object({ name: z.string() })

/** Uses up the link; of two concurrent requests, one finds it. */
export const takeStaffLink = async (postgres: Database, tokenHash: Buffer, now: Date) =>
  (await postgres.maybeRow(
    NameRow,
    sql`
    delete from server_state where name = 'staff_link'
      and value->>'token_hash' = ${tokenHash.toString('base64')}
      and (value->>'expires_at')::bigint > ${now.getTime()}::bigint
    returning name`,
  )) !== undefined
