import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { Caller } from './record-dashboard-change.ts'
import { requireFlag } from './require-flag.ts'

export const inFlaggedTransaction = <T>(
  context: Caller,
  work: (tenant: Environment) => Promise<T>,
) => {
  requireFlag(context)
  return context.environment.postgres.transaction((transaction) =>
    work(within(context.environment, transaction)),
  )
}
