import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const PendingRow = z.object({ user_id: z.uuid(), method: z.enum(['password', 'github']) })
export type PendingSignIn = z.infer<typeof PendingRow>

export const insertPendingSignIn = (
  postgres: Database,
  pending: PendingSignIn & { tokenHash: Buffer; expiresAt: Date },
) =>
  postgres.run(sql`
    insert into pending_sign_ins (token_hash, user_id, method, expires_at)
    values (${pending.tokenHash}, ${pending.user_id}, ${pending.method}, ${pending.expiresAt})`)

export const findPendingSignIn = (postgres: Database, tokenHash: Buffer, now: Date) =>
  postgres.maybeRow(
    PendingRow,
    sql`
    select user_id, method from pending_sign_ins
    where token_hash = ${tokenHash} and expires_at > ${now}`,
  )

const AttemptRow = z.object({ ...PendingRow.shape, attempts: z.number() })

/** Counted before the code is checked, so that concurrent tries are counted one by one. */
export const countAttempt = (postgres: Database, tokenHash: Buffer, most: number, now: Date) =>
  postgres.maybeRow(
    AttemptRow,
    sql`
    update pending_sign_ins set attempts = attempts + 1
    where token_hash = ${tokenHash} and expires_at > ${now} and attempts < ${most}
    returning user_id, method, attempts`,
  )

/** A sign-in completes once, even when two proofs arrive at the same moment. */
export const takePendingSignIn = (postgres: Database, tokenHash: Buffer, now: Date) =>
  postgres.maybeRow(
    PendingRow,
    sql`
    delete from pending_sign_ins where token_hash = ${tokenHash} and expires_at > ${now}
    returning user_id, method`,
  )

export const deleteExpiredPendingSignIns = (postgres: Database, now: Date) =>
  postgres.run(sql`delete from pending_sign_ins where expires_at <= ${now}`)

/** After a new password or removed factors, sign-ins that began with the old ones must not complete. */
export const deletePendingSignIns = (postgres: Database, userId: string) =>
  postgres.run(sql`delete from pending_sign_ins where user_id = ${userId}`)
