import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { type Environment, type Organization, within } from '@playhead/server-kit/tenant.ts'
import { type NamedRow, upsertNamed } from './custom-dimensions.sql.ts'

/** Within a transaction of the environment. */
export const nameCustomDimension = async (
  organization: Organization,
  environment: Environment,
  actor: Actor,
  { from, to }: { from: NamedRow; to: NamedRow },
) => {
  await upsertNamed(environment, to)
  await recordChange(trailOf(within(organization, environment.postgres)), actor, {
    action: 'custom_dimension.updated',
    subjectId: to.id,
    subjectName: to.display_name ?? to.id,
    environmentId: environment.id,
    detail: {
      from: { display_name: from.display_name, category: from.category },
      to: { display_name: to.display_name, category: to.category },
    },
  })
}
