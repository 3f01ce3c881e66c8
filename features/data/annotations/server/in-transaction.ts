import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { Caller } from './record-annotation-change.ts'

export const inTransaction = <T>(
  { environment }: Caller,
  work: (tenant: Environment) => Promise<T>,
) => environment.postgres.transaction((transaction) => work(within(environment, transaction)))
