import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

export const SigningKeyRow = z.object({ id: z.uuid(), created_at: z.date() })
export type SigningKeyRow = z.infer<typeof SigningKeyRow>

const PublicKeyRow = z.object({ public_key: z.string() })
const CountRow = z.object({ count: z.number() })

export const countSigningKeys = async (environment: Environment) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`select count(*)::int as count from signing_keys where environment_id = ${environment.id}`,
    )
  ).count

export const listSigningKeys = (
  environment: Environment,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    SigningKeyRow,
    sql`
    select id, created_at from signing_keys where environment_id = ${environment.id}
    order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findSigningKey = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    SigningKeyRow,
    sql`
    select id, created_at from signing_keys where environment_id = ${environment.id} and id = ${id}`,
  )

export const findPublicKey = async (environment: Environment, id: string) =>
  (
    await environment.postgres.maybeRow(
      PublicKeyRow,
      sql`
      select public_key from signing_keys where environment_id = ${environment.id} and id = ${id}`,
    )
  )?.public_key

const OwnerRow = z.object({ environment_id: z.uuid(), organization_id: z.uuid() })

/** This query runs before any tenant is known: the key may be all that identifies it. */
export const findKeyOwner = (postgres: Database, id: string) =>
  postgres.maybeRow(
    OwnerRow,
    sql`
    select k.environment_id, e.organization_id
    from signing_keys k join environments e on e.id = k.environment_id where k.id = ${id}`,
  )

export const insertSigningKey = (environment: Environment, publicKey: string) =>
  environment.postgres.row(
    SigningKeyRow,
    sql`
    insert into signing_keys (environment_id, public_key)
    values (${environment.id}, ${publicKey}) returning id, created_at`,
  )

export const deleteSigningKey = (environment: Environment, id: string) =>
  environment.postgres.run(
    sql`delete from signing_keys where environment_id = ${environment.id} and id = ${id}`,
  )
