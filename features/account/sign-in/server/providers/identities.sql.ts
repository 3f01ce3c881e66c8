import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const IdentityRow = z.object({ user_id: z.uuid() })

export const findIdentity = (postgres: Database, provider: string, subject: string) =>
  postgres.maybeRow(
    IdentityRow,
    sql`select user_id from identities where provider = ${provider} and subject = ${subject}`,
  )

const ExistsRow = z.object({ exists: z.boolean() })

export const hasIdentity = async (postgres: Database, provider: string, userId: string) =>
  (
    await postgres.row(
      ExistsRow,
      sql`
      select exists (select 1 from identities
        where provider = ${provider} and user_id = ${userId}) as exists`,
    )
  ).exists

export const insertIdentity = (
  postgres: Database,
  identity: { provider: string; subject: string; userId: string; now: Date },
) =>
  postgres.run(sql`
    insert into identities (provider, subject, user_id, created_at)
    values (${identity.provider}, ${identity.subject}, ${identity.userId}, ${identity.now})
    on conflict (provider, subject) do nothing`)

export const deleteIdentitiesSince = (postgres: Database, userId: string, since: Date) =>
  postgres.run(sql`delete from identities where user_id = ${userId} and created_at >= ${since}`)
