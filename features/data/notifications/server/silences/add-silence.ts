import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import { type Environment, type Organization, within } from '@playhead/server-kit/tenant.ts'
import { presentSilence } from './present-silence.ts'
import { insertSilence, type SilenceFields } from './silences.sql.ts'

interface Author {
  actor: Actor
  /** Null for access tokens. */
  userId: string | null
  now: Date
}

/** Within a transaction of the environment; the fields are checked. */
export const addSilence = async (
  organization: Organization,
  environment: Environment,
  { actor, userId, now }: Author,
  fields: SilenceFields,
) => {
  const row = await insertSilence(environment, fields, userId)
  const silence = presentSilence(row, now)
  await recordChange(trailOf(within(organization, environment.postgres)), actor, {
    action: 'silence.created',
    subjectId: row.id,
    subjectName: row.note,
    environmentId: environment.id,
    detail: { silence },
  })
  return silence
}
