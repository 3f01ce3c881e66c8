import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { findExport, lockExport } from './streaming-exports.sql.ts'

const found = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw notFound('streaming export')
  return row
}

export const requireStreamingExport = async (environment: Environment, id: string) =>
  found(await findExport(environment, id))

/** Until the transaction ends, nothing else changes it. */
export const requireLockedExport = async (environment: Environment, id: string) =>
  found(await lockExport(environment, id))
