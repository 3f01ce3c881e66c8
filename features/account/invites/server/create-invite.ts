import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Flags } from '@playhead/domain/flags.ts'
import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import { giveBackAttempt, takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import { type Actor, actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { countMembers } from '@playhead/server-kit/identity/members.sql.ts'
import { lockOrganization } from '@playhead/server-kit/identity/lock-organization.sql.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import { inviteLimits, type invites } from '../contract.ts'
import { addInvite } from './add-invite.ts'
import { inviteMail } from './invite-mail.ts'
import { countInvites, deleteInvite, type InviteRow, type NewInvite } from './invites.sql.ts'
import { presentInvite } from './present-invite.ts'
import { ownRedirectUrl } from './own-redirect-url.ts'

/** Without this limit, inviting and withdrawing in turn could send endless mail to strangers. */
const mailLimit = { kind: 'invite_mail', max: 100, windowMinutes: 60 }

const refuseWhenFull = async (organization: Organization, { maxUsers }: Flags, now: Date) => {
  if (maxUsers < 0) return
  const taken = (await countMembers(organization)) + (await countInvites(organization, now, null))
  if (taken >= maxUsers) throw new ApiError('upgrade_required', { name: 'maxUsers' })
}

const withdrawUnsent = (organization: Organization, actor: Actor, invite: InviteRow) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    await deleteInvite(tenant, invite.id)
    await recordChange(trailOf(tenant), actor, {
      action: 'invite.deleted',
      subjectId: invite.id,
      subjectName: invite.email,
      detail: { reason: 'The mail could not be sent.' },
    })
  })

/** If the mail cannot be sent, the invite is not stored either. */
const sendOrWithdraw = async (
  app: App,
  organization: Organization,
  actor: Actor,
  invite: InviteRow,
  mail: Mail,
) => {
  try {
    await app.mailer.send(mail)
  } catch (error) {
    await withdrawUnsent(organization, actor, invite)
    throw error
  }
}

export const createInvite: Handlers<typeof invites>['createInvite'] = async ({
  app,
  organization,
  membership,
  flags,
  session,
  request,
  body,
}) => {
  const { publicUrl } = app.settings
  const now = app.clock.now()
  const token = randomToken()
  const actor = actorOf(session, request)
  const given: NewInvite = {
    email: normalizeEmail(body.invite.email),
    admin: body.invite.admin,
    environmentIds: body.invite.environments,
    redirectUrl: ownRedirectUrl(body.invite.redirect_url, publicUrl),
    tokenHash: hashToken(token),
    invitedBy: session.user_id,
    expiresAt: new Date(now.getTime() + inviteLimits.daysOpen * 86_400_000),
  }
  await takeAttempt(app, mailLimit, organization.id)
  try {
    const invite = await organization.postgres.transaction(async (transaction) => {
      const tenant = within(organization, transaction)
      await lockOrganization(tenant)
      await refuseWhenFull(tenant, flags, now)
      return addInvite(tenant, actor, given, now)
    })
    const mail = inviteMail({
      publicUrl,
      inviteId: invite.id,
      token,
      email: invite.email,
      organizationName: membership.name,
      inviter: session,
    })
    await sendOrWithdraw(app, organization, actor, invite, mail)
    return { data: presentInvite(invite) }
  } catch (error) {
    await giveBackAttempt(app, mailLimit, organization.id)
    throw error
  }
}
