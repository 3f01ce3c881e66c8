import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { operator } from '../contract.ts'
import { changeOperated } from './change-operated.ts'

export const updateOrganization: Handlers<typeof operator>['updateOrganization'] = async ({
  app,
  session,
  request,
  params,
  body,
}) => {
  await refuseWhileReadOnly(app)
  const actor = actorOf(session, request)
  return { data: await changeOperated(app, actor, params.id, () => body.organization) }
}
