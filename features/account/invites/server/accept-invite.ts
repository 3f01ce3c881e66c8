import { forbidden } from '@playhead/contract-kit/errors.ts'
import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import type { invites } from '../contract.ts'
import { acceptInviteFor } from './accept-invite-for.ts'

/** An organization's provider vouches only for its own people; to join another organization they need another way to sign in. */
export const acceptInvite: Handlers<typeof invites>['acceptInvite'] = async ({
  app,
  session,
  request,
  params,
}) => {
  await refuseWhileReadOnly(app)
  const { organizationId } = await app.postgres.transaction(async (transaction) => {
    const accepted = await acceptInviteFor(transaction, {
      inviteId: params.id,
      userId: session.user_id,
      email: session.email,
      now: app.clock.now(),
      actor: actorOf(session, request),
    })
    if (session.method === 'sso' && session.sso_organization_id !== accepted.organizationId)
      throw forbidden('Sign in without single sign-on to join another organization.')
    return accepted
  })
  return { data: { organization_id: organizationId } }
}
