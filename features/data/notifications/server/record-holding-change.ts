import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'

export type HoldingCaller = EnvironmentContext & { request: RequestFacts }

interface HoldingChange {
  action: `silence.${string}` | `incident_notification_rule.${string}`
  subjectId: string
  subjectName: string
  detail: Record<string, unknown>
}

/** For what holds notifications back. Call it in the transaction of the change. */
export const recordHoldingChange = (
  { organization, caller, request }: HoldingCaller,
  { id, postgres }: Environment,
  change: HoldingChange,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    ...change,
    environmentId: id,
  })

/** Null for access tokens. */
export const personIdOf = ({ caller }: Pick<HoldingCaller, 'caller'>) =>
  caller.kind === 'person' ? caller.session.user_id : null
