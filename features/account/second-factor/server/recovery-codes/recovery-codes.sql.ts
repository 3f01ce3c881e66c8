import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export const replaceRecoveryCodes = async (
  postgres: Database,
  userId: string,
  hashes: Buffer[],
) => {
  await deleteRecoveryCodes(postgres, userId)
  await postgres.run(sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, unnest(${hashes}::bytea[])`)
}

export const deleteRecoveryCodes = (postgres: Database, userId: string) =>
  postgres.run(sql`delete from recovery_codes where user_id = ${userId}`)

/** Of two concurrent requests with the same code, one finds it unused. */
export const takeRecoveryCode = async (
  postgres: Database,
  userId: string,
  hash: Buffer,
  now: Date,
) =>
  (await postgres.run(sql`
    update recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${hash} and used_at is null`)) === 1

const CountRow = z.object({ count: z.number() })

export const countRecoveryCodes = async (postgres: Database, userId: string) =>
  (
    await postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from recovery_codes
      where user_id = ${userId} and used_at is null`,
    )
  ).count
