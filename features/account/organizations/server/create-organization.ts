import { insertFirstAdmin } from '@playhead/server-kit/identity/members.sql.ts'
import { forbidden } from '@playhead/contract-kit/errors.ts'
import { addEnvironment } from '@playhead/features/account/environments/server'
import { presentOrganization } from '@playhead/features/account/memberships/server'
import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import { findAnyOrganization } from '@playhead/server-kit/identity/identity.sql.ts'
import { flagsOfOrganization } from '@playhead/server-kit/identity/effective-flags.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import type { organizations } from '../contract.ts'
import { addOrganization } from './add-organization.ts'

export const createOrganization: Handlers<typeof organizations>['create'] = async ({
  app,
  session,
  request,
  body,
}) => {
  // Such a session opens its own organization only, so it could not open one that it creates here.
  if (session.method === 'sso')
    throw forbidden('Sign in without single sign-on to create another organization.')
  await refuseWhileReadOnly(app)
  const actor = actorOf(session, request)
  return app.postgres.transaction(async (transaction) => {
    const organization = await addOrganization(transaction, actor, body.organization)
    await insertFirstAdmin(organization, session.user_id)
    const first = { name: 'Production', type: 'production' } as const
    const environment = await addEnvironment(organization, actor, first)
    const row = await findAnyOrganization(transaction, organization.id)
    if (!row) throw new Error('The organization that was just made is not there.')
    const flags = flagsOfOrganization(row)
    return {
      data: presentOrganization(row, {
        closedBy: undefined,
        flags,
        environments: [environment],
      }),
    }
  })
}
