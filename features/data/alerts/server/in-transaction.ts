import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'

export type Caller = EnvironmentContext & { request: RequestFacts }

export const inTransaction = <T>(
  { environment }: Caller,
  work: (tenant: Environment) => Promise<T>,
) => environment.postgres.transaction((transaction) => work(within(environment, transaction)))

/** Undefined for access tokens. */
export const personIdOf = ({ caller }: Pick<EnvironmentContext, 'caller'>) =>
  caller.kind === 'person' ? caller.session.user_id : null
