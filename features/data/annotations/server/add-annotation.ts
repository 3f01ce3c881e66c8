import type { Actor } from '@playhead/server-kit/audit/changes.ts'
import type { Environment, Organization } from '@playhead/server-kit/tenant.ts'
import { type AnnotationFields, insertAnnotation } from './annotations.sql.ts'
import { presentAnnotation } from './present-annotation.ts'
import { recordAnnotationChangeBy } from './record-annotation-change.ts'

/** Within a transaction of the environment. */
export const addAnnotation = async (
  organization: Organization,
  environment: Environment,
  actor: Actor,
  fields: AnnotationFields,
) => {
  const annotation = await insertAnnotation(environment, fields)
  if (!annotation) return
  const { date } = presentAnnotation(annotation)
  await recordAnnotationChangeBy(actor, organization, environment, {
    happened: 'created',
    annotation,
    detail: { date },
  })
}
