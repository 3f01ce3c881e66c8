import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { RestrictionRow } from './playback-restrictions.sql.ts'
import { presentRestriction } from './present-restriction.ts'

export type Caller = EnvironmentContext & { request: RequestFacts }

export const recordRestrictionChange = (
  { organization, caller, request }: Caller,
  { id, postgres }: Environment,
  happened: 'created' | 'updated' | 'deleted',
  restriction: RestrictionRow,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `playback_restriction.${happened}`,
    subjectId: restriction.id,
    subjectName: restriction.allowed_domains.join(', '),
    environmentId: id,
    detail: presentRestriction(restriction),
  })
