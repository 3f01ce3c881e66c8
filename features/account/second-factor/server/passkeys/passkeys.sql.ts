import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const PasskeyRow = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  credential_id: z.string(),
  public_key: z.instanceof(Uint8Array),
  counter: z.number(),
  transports: z.array(z.string()),
  rp_id: z.string(),
  name: z.string(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
})
export type PasskeyRow = z.infer<typeof PasskeyRow>

const columns = sql`id, user_id, credential_id, public_key, counter, transports, rp_id, name,
  created_at, last_used_at`

export const listPasskeys = (postgres: Database, userId: string) =>
  postgres.rows(
    PasskeyRow,
    sql`select ${columns} from passkeys where user_id = ${userId} order by created_at, id`,
  )

export const findPasskey = (postgres: Database, userId: string, id: string) =>
  postgres.maybeRow(
    PasskeyRow,
    sql`select ${columns} from passkeys where user_id = ${userId} and id = ${id}`,
  )

/** Used when the person is not known yet: the passkey identifies them. */
export const findPasskeyOfCredential = (postgres: Database, credentialId: string) =>
  postgres.maybeRow(
    PasskeyRow,
    sql`select ${columns} from passkeys where credential_id = ${credentialId}`,
  )

type NewPasskey = Omit<PasskeyRow, 'id' | 'last_used_at'>

/** Returns nothing when any person already has a passkey with this credential id. */
export const insertPasskey = (postgres: Database, passkey: NewPasskey) =>
  postgres.maybeRow(
    PasskeyRow,
    sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, rp_id, name,
      created_at)
    values (${passkey.user_id}, ${passkey.credential_id}, ${Buffer.from(passkey.public_key)},
      ${passkey.counter}, ${passkey.transports}, ${passkey.rp_id}, ${passkey.name},
      ${passkey.created_at})
    on conflict (credential_id) do nothing returning ${columns}`,
  )

/** If the authenticator counts, its counter must grow: of two uses with the same counter, one is refused. */
export const updateCounter = async (
  postgres: Database,
  id: string,
  { counter, now }: { counter: number; now: Date },
) =>
  (await postgres.run(sql`
    update passkeys set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)) === 1

export const updatePasskeyName = (postgres: Database, userId: string, id: string, name: string) =>
  postgres.run(sql`update passkeys set name = ${name} where user_id = ${userId} and id = ${id}`)

export const deletePasskey = (postgres: Database, userId: string, id: string) =>
  postgres.maybeRow(
    PasskeyRow,
    sql`delete from passkeys where user_id = ${userId} and id = ${id} returning ${columns}`,
  )

export type ChallengePurpose = 'registration' | 'sign_in' | 'second_factor' | 'proof'

interface Challenge {
  purpose: ChallengePurpose
  userId: string | null
}

const IdRow = z.object({ id: z.uuid() })

export const insertChallenge = async (
  postgres: Database,
  { purpose, userId, challenge, expiresAt }: Challenge & { challenge: string; expiresAt: Date },
) =>
  (
    await postgres.row(
      IdRow,
      sql`
      insert into passkey_challenges (purpose, user_id, challenge, expires_at)
      values (${purpose}, ${userId}, ${challenge}, ${expiresAt}) returning id`,
    )
  ).id

const ChallengeRow = z.object({ challenge: z.string() })

/** Deletes the challenge at the first answer, right or wrong. */
export const takeChallenge = async (
  postgres: Database,
  id: string,
  { purpose, userId }: Challenge,
  now: Date,
) =>
  (
    await postgres.maybeRow(
      ChallengeRow,
      sql`
      with taken as (
        delete from passkey_challenges
        where id = ${id} and purpose = ${purpose} and user_id is not distinct from ${userId}::uuid
        returning challenge, expires_at)
      select challenge from taken where expires_at > ${now}`,
    )
  )?.challenge

export const deleteExpiredChallenges = (postgres: Database, now: Date) =>
  postgres.run(sql`delete from passkey_challenges where expires_at <= ${now}`)
