import type { App } from '@playhead/server-kit/app.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { MemberContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { deleteInvite, type InviteName } from './invites.sql.ts'
import { lockOpenInvite } from './lock-open-invite.ts'

type Caller = Pick<MemberContext, 'organization' | 'session'> & { app: App; request: RequestFacts }

export const withdrawInvite = ({ app, organization, session, request }: Caller, name: InviteName) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    const invite = await lockOpenInvite(tenant, app.clock.now(), name)
    await deleteInvite(tenant, invite.id)
    await recordChange(trailOf(tenant), actorOf(session, request), {
      action: 'invite.deleted',
      subjectId: invite.id,
      subjectName: invite.email,
    })
    return undefined
  })
