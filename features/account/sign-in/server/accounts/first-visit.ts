import type { App } from '@playhead/server-kit/app.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { hasUsers, lockFirstVisit } from './users.sql.ts'

/** A server without demo belongs to whoever comes first. */
export const isFirstVisit = async (app: App) =>
  !app.settings.isDemo && !(await hasUsers(app.postgres))

/** Inside the transaction that makes the account: of two first visitors the second waits, and is not the first. */
export const isStillFirstVisit = async (app: App, transaction: Database) => {
  if (app.settings.isDemo) return false
  await lockFirstVisit(transaction)
  return !(await hasUsers(transaction))
}
