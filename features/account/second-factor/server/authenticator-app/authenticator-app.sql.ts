import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const AppRow = z.object({
  secret_sealed: z.string(),
  confirmed_at: z.date().nullable(),
  last_used_at: z.date().nullable(),
})

export const findAuthenticatorApp = (postgres: Database, userId: string) =>
  postgres.maybeRow(
    AppRow,
    sql`
    select secret_sealed, confirmed_at, last_used_at
    from authenticator_apps where user_id = ${userId}`,
  )

/** An unconfirmed secret is replaced; a confirmed one stays. */
export const insertAuthenticatorApp = async (
  postgres: Database,
  userId: string,
  secretSealed: string,
) =>
  (await postgres.run(sql`
    insert into authenticator_apps as a (user_id, secret_sealed) values (${userId}, ${secretSealed})
    on conflict (user_id) do update set secret_sealed = excluded.secret_sealed
    where a.confirmed_at is null`)) === 1

/** Of two concurrent confirmations with the same code, one succeeds. */
export const confirmAuthenticatorApp = async (
  postgres: Database,
  userId: string,
  { secretSealed, step, now }: { secretSealed: string; step: number; now: Date },
) =>
  (await postgres.run(sql`
    update authenticator_apps set confirmed_at = ${now}, last_step = ${step}
    where user_id = ${userId} and secret_sealed = ${secretSealed} and confirmed_at is null`)) === 1

/** Accepts each time step once and no older one, so a code that was observed cannot be replayed. */
export const takeStep = async (
  postgres: Database,
  userId: string,
  { secretSealed, step, now }: { secretSealed: string; step: number; now: Date },
) =>
  (await postgres.run(sql`
    update authenticator_apps set last_step = ${step}, last_used_at = ${now}
    where user_id = ${userId} and secret_sealed = ${secretSealed} and confirmed_at is not null
      and (last_step is null or last_step < ${step})`)) === 1

/** Returns whether there was a confirmed app. */
export const deleteAuthenticatorApp = async (postgres: Database, userId: string) =>
  (await postgres.run(sql`
    delete from authenticator_apps where user_id = ${userId} and confirmed_at is not null`)) === 1
