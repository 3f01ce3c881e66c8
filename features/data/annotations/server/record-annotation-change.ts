import { actorOfCaller, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import type { AnnotationRow } from './annotations.sql.ts'

export type Caller = EnvironmentContext & { request: RequestFacts }

export const recordAnnotationChange = (
  { organization, caller, request }: Caller,
  { id, postgres }: Environment,
  happened: 'created' | 'updated' | 'deleted',
  annotation: AnnotationRow,
  detail: Record<string, unknown>,
) =>
  recordChange(trailOf(within(organization, postgres)), actorOfCaller(caller, request), {
    action: `annotation.${happened}`,
    subjectId: annotation.id,
    subjectName: annotation.note,
    environmentId: id,
    detail,
  })
