import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { Database } from '@playhead/postgres/client.ts'

/**
 * A tenant is a value that holds the connection to its data, so no query function can be called without
 * one. Inside a transaction, `within` returns the same tenant on that transaction.
 */
export interface Organization {
  readonly id: string
  readonly postgres: Database
}

export interface Environment {
  readonly id: string
  readonly organizationId: string
  readonly postgres: Database
  readonly clickhouse: ClickHouse
  /** The call on whose behalf it is used; undefined for jobs and schedules. */
  readonly requestId?: string
}

export const within = <T extends { readonly postgres: Database }>(
  tenant: T,
  transaction: Database,
): T => ({ ...tenant, postgres: transaction })
