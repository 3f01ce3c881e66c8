import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { environments } from '../contract.ts'
import { nameTakenError } from './add-environment.ts'
import {
  findOpenEnvironment,
  isEnvironmentNameTaken,
  updateEnvironment as update,
} from './environments.sql.ts'
import { presentEnvironment } from './present-environment.ts'

const changedFields = <T extends object>(before: T, after: T) =>
  Object.fromEntries(
    (Object.keys(after) as (keyof T & string)[])
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, { from: before[name], to: after[name] }]),
  )

export const updateEnvironment: Handlers<typeof environments>['change'] = ({
  organization,
  session,
  request,
  params,
  body,
}) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const opener = { userId: session.user_id, opensAll: true }
    const found = await findOpenEnvironment(tenant, opener, params.id)
    if (!found) throw notFound('environment')
    const before = { name: found.name, type: found.type, url: found.url }
    const { name = before.name, type = before.type, url = before.url } = body.environment
    if (await isEnvironmentNameTaken(tenant, name, found.id))
      throw invalidField('name', nameTakenError)
    const row = await update(tenant, found.id, { name, type, url })
    const changed = changedFields(before, { name, type, url })
    if (Object.keys(changed).length > 0)
      await recordChange(trailOf(tenant), actorOf(session, request), {
        action: 'environment.updated',
        subjectId: row.id,
        subjectName: row.name,
        environmentId: row.id,
        detail: changed,
      })
    return { data: presentEnvironment(row) }
  })
