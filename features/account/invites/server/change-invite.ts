import type { App } from '@playhead/server-kit/app.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { MemberContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { ownEnvironments } from '@playhead/server-kit/identity/own-environments.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { invites } from '../contract.ts'
import { type InviteName, updateInvite } from './invites.sql.ts'
import { lockOpenInvite } from './lock-open-invite.ts'
import { presentInvite } from './present-invite.ts'
import { ownRedirectUrl } from './own-redirect-url.ts'

type Caller = Pick<MemberContext, 'organization' | 'session'> & { app: App; request: RequestFacts }
type InviteChanges = Parameters<Handlers<typeof invites>['changeInvite']>[0]['body']['invite']

export const changeInvite = (
  { app, organization, session, request }: Caller,
  name: InviteName,
  { admin, environments, redirect_url: redirectUrl }: InviteChanges,
) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    const before = await lockOpenInvite(tenant, app.clock.now(), name)
    const invite = await updateInvite(tenant, before.id, {
      admin: admin ?? before.admin,
      environmentIds: environments
        ? await ownEnvironments(tenant, environments)
        : before.environment_ids,
      redirectUrl:
        redirectUrl === undefined
          ? before.redirect_url
          : ownRedirectUrl(redirectUrl, app.settings.publicUrl),
    })
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: 'invite.updated',
      subjectId: invite.id,
      subjectName: invite.email,
      detail: { admin: invite.admin, environments: invite.environment_ids },
    })
    return { data: presentInvite(invite) }
  })
