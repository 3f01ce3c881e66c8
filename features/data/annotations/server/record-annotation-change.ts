import {
  type Actor,
  actorOfCaller,
  recordChange,
  trailOf,
} from '@playhead/server-kit/audit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, type Organization, within } from '@playhead/server-kit/tenant.ts'
import type { AnnotationRow } from './annotations.sql.ts'

export type Caller = EnvironmentContext & { request: RequestFacts }

interface Change {
  happened: 'created' | 'updated' | 'deleted'
  annotation: AnnotationRow
  detail?: Record<string, unknown>
}

/** Within the transaction of the environment. */
export const recordAnnotationChangeBy = (
  actor: Actor,
  organization: Organization,
  { id, postgres }: Environment,
  { happened, annotation, detail = {} }: Change,
) =>
  recordChange(trailOf(within(organization, postgres)), actor, {
    action: `annotation.${happened}`,
    subjectId: annotation.id,
    subjectName: annotation.note,
    environmentId: id,
    detail,
  })

export const recordAnnotationChange = (
  { organization, caller, request }: Caller,
  environment: Environment,
  happened: Change['happened'],
  annotation: AnnotationRow,
  detail: Record<string, unknown>,
) =>
  recordAnnotationChangeBy(actorOfCaller(caller, request), organization, environment, {
    happened,
    annotation,
    detail,
  })
