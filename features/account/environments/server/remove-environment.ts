import { forgetEnvironmentInInvites } from '@playhead/features/account/invites/server'
import { invalidField, notFound } from '@playhead/contract-kit/errors.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { enqueueRemovalOfEnvironment } from '@playhead/media-store/enqueue-removal.ts'
import type { environments } from '../contract.ts'
import { insertAnalyticsDeletion } from './analytics-deletions.sql.ts'
import { environmentListener } from './environment-listener.ts'
import { deleteEnvironment, findOpenEnvironment } from './environments.sql.ts'

/** The last environment may be deleted too: an organization without one can create a new one. */
export const removeEnvironment: Handlers<typeof environments>['remove'] = ({
  app,
  organization,
  session,
  request,
  params,
  query,
}) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await lockOrganization(tenant)
    const opener = { userId: session.user_id, opensAll: true }
    const found = await findOpenEnvironment(tenant, opener, params.id)
    if (!found) throw notFound('environment')
    if (query.name !== found.name)
      throw invalidField('name', 'Type the name of the environment to delete it.')
    const removed = { id: found.id, organizationId: organization.id, postgres: transaction }
    for (const listener of environmentListener.partsIn(app))
      await listener.beforeRemoved(app, { ...removed, clickhouse: app.clickhouse })
    await forgetEnvironmentInInvites(tenant, found.id)
    await deleteEnvironment(tenant, found.id)
    await enqueueRemovalOfEnvironment(transaction, found.id)
    await insertAnalyticsDeletion(tenant, found.id, app.clock.now())
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: 'environment.deleted',
      subjectId: found.id,
      subjectName: found.name,
      environmentId: found.id,
      detail: { type: found.type, key: found.key },
    })
    return undefined
  })
