import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export type LinkPurpose = 'signup' | 'password_reset' | 'email_change' | 'email_undo'

const IdRow = z.object({ id: z.uuid() })

interface NewLink {
  purpose: LinkPurpose
  tokenHash: Buffer
  email: string
  userId: string | null
  now: Date
  expiresAt: Date
}

export const insertLink = async (postgres: Database, link: NewLink) =>
  (
    await postgres.row(
      IdRow,
      sql`
      insert into mailed_links (purpose, token_hash, email, user_id, created_at, expires_at)
      values (${link.purpose}, ${link.tokenHash}, ${link.email}, ${link.userId}, ${link.now},
        ${link.expiresAt})
      returning id`,
    )
  ).id

const LinkRow = z.object({
  id: z.uuid(),
  email: z.string(),
  user_id: z.uuid().nullable(),
  created_at: z.date(),
})

/** Uses up a link; of two concurrent requests, one finds it. */
export const takeLink = (postgres: Database, purpose: LinkPurpose, tokenHash: Buffer, now: Date) =>
  postgres.maybeRow(
    LinkRow,
    sql`
    update mailed_links set used_at = ${now}
    where purpose = ${purpose} and token_hash = ${tokenHash} and used_at is null
      and expires_at > ${now}
    returning id, email, user_id, created_at`,
  )

/** The unused links of a person, or of an address without an account. */
export const deleteUnusedLinks = (
  postgres: Database,
  purpose: LinkPurpose,
  whose: { email: string; userId: string | null },
) =>
  postgres.run(sql`
    delete from mailed_links where purpose = ${purpose} and used_at is null
      and user_id is not distinct from ${whose.userId}::uuid
      and (${whose.userId}::uuid is not null or email = ${whose.email})`)

/** Undo links of later changes went to addresses that the attacker chose. */
export const deleteUndosSince = (postgres: Database, userId: string, since: Date) =>
  postgres.run(sql`
    delete from mailed_links where purpose = 'email_undo' and used_at is null
      and user_id = ${userId} and created_at >= ${since}`)

export const deleteLinksBefore = (postgres: Database, before: Date) =>
  postgres.run(sql`delete from mailed_links where expires_at < ${before}`)
