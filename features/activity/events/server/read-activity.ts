import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import type { events } from '../contract.ts'
import {
  type EventRow,
  findNewestPlace,
  listEventRowsAfter,
  listEventRowsOf,
  type Place,
} from './events.sql.ts'
import { presentEvent, presentLog } from './present-activity.ts'
import { listLogRowsOf } from './request-logs.sql.ts'

/** Newest first. */
export const listEventsOf = async (environment: Environment, objectId: string, limit: number) =>
  (await listEventRowsOf(environment, objectId, limit)).map(presentEvent)

export const listLogsOf = async (environment: Environment, objectId: string, limit: number) =>
  (await listLogRowsOf(environment, objectId, limit)).map(presentLog)

const textOf = ({ transaction, sequence }: Place) => `${transaction}-${sequence}`

const placeOf = (text: string): Place => {
  const [transaction = '0', sequence = '0'] = text.split('-')
  return { transaction, sequence }
}

const sequenceMax = 2n ** 63n - 1n

const placeOfRow = ({ transaction, sequence }: EventRow): Place => ({
  transaction,
  sequence: String(sequence),
})

export const readFeed: Handlers<typeof events>['feed'] = async ({ environment, query }) => {
  const newest = await findNewestPlace(environment)
  const after = query.after === undefined ? undefined : placeOf(query.after)
  // A place from before a restore lies ahead of everything: its reader begins anew.
  const isAhead =
    after &&
    (BigInt(after.transaction) > BigInt(newest.transaction) || BigInt(after.sequence) > sequenceMax)
  if (!after || isAhead) return { data: [], next: textOf(newest) }
  const rows = await listEventRowsAfter(environment, after, query.types, query.limit)
  const last = rows.at(-1)
  return { data: rows.map(presentEvent), next: textOf(last ? placeOfRow(last) : after) }
}
