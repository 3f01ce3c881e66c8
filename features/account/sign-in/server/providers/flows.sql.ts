import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export type FlowKind = 'github' | 'github-address' | 'sso'

const FlowRow = z.object({ detail: z.unknown() })

export const insertFlow = (
  postgres: Database,
  flow: { kind: FlowKind; stateHash: Buffer; detail: unknown; expiresAt: Date },
) =>
  postgres.run(sql`
    insert into sign_in_flows (state_hash, kind, detail, expires_at)
    values (${flow.stateHash}, ${flow.kind}, ${sql.json(flow.detail)}, ${flow.expiresAt})`)

/** Deletes the flow on first use, whether it succeeds or not. */
export const takeFlow = (postgres: Database, kind: FlowKind, stateHash: Buffer, now: Date) =>
  postgres.maybeRow(
    FlowRow,
    sql`
    with taken as (
      delete from sign_in_flows where kind = ${kind} and state_hash = ${stateHash}
      returning detail, expires_at)
    select detail from taken where expires_at > ${now}`,
  )

export const deleteExpiredFlows = (postgres: Database, now: Date) =>
  postgres.run(sql`delete from sign_in_flows where expires_at <= ${now}`)
