import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { organizations } from '../../contract.ts'
import { requireOwnAdmin } from '../require-own-admin.ts'
import { dropSso } from './drop-sso.ts'

export const removeSso: Handlers<typeof organizations>['removeSso'] = async ({
  app,
  organization,
  session,
  request,
}) => {
  requireOwnAdmin(app, session, organization)
  await dropSso(organization, actorOf(session, request))
  return undefined
}
