import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { findChannel, lockChannel } from './notification-channels.sql.ts'

const found = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw notFound('notification channel')
  return row
}

export const requireChannel = async (environment: Environment, id: string) =>
  found(await findChannel(environment, id))

/** Until the transaction ends, nothing else changes it. */
export const requireLockedChannel = async (environment: Environment, id: string) =>
  found(await lockChannel(environment, id))
