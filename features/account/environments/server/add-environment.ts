import { invalidField } from '@playhead/contract-kit/errors.ts'
import { type Actor, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import {
  type EnvironmentFields,
  insertEnvironment,
  isEnvironmentNameTaken,
} from './environments.sql.ts'
import { randomEnvironmentKey } from './random-key.ts'

export const nameTakenError = 'An environment with this name already exists.'

/** Call it inside a transaction that has locked the organization or has just created it. */
export const addEnvironment = async (
  organization: Organization,
  actor: Actor,
  given: Omit<EnvironmentFields, 'url'> & { url?: string | null | undefined },
) => {
  if (await isEnvironmentNameTaken(organization, given.name, null))
    throw invalidField('name', nameTakenError)
  const row = await insertEnvironment(
    organization,
    { name: given.name, type: given.type, url: given.url ?? null },
    randomEnvironmentKey(),
  )
  await recordChange(trailOf(organization), actor, {
    action: 'environment.created',
    subjectId: row.id,
    subjectName: row.name,
    environmentId: row.id,
    detail: { type: row.type, url: row.url },
  })
  return row
}
