import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const IdentityRow = z.object({ user_id: z.uuid() })

export const findIdentity = (postgres: Database, provider: string, subject: string) =>
  postgres.maybeRow(
    IdentityRow,
    sql`select user_id from identities where provider = ${provider} and subject = ${subject}`,
  )

export const insertIdentity = (
  postgres: Database,
  identity: { provider: string; subject: string; userId: string },
) =>
  postgres.run(sql`
    insert into identities (provider, subject, user_id)
    values (${identity.provider}, ${identity.subject}, ${identity.userId})
    on conflict (provider, subject) do nothing`)
