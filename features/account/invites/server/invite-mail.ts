import type { Mail } from '@playhead/server-kit/mail/mailer.ts'
import { inviteLimits } from '../contract.ts'

interface Invitation {
  publicUrl: string
  inviteId: string
  token: string
  email: string
  organizationName: string
  inviter: { first_name: string; last_name: string; email: string }
}

/** AUTH-033 */
const inviteLink = ({ publicUrl, inviteId, organizationName, token, email }: Invitation) => {
  const search = new URLSearchParams({ organization_name: organizationName, token, email })
  return `${publicUrl}/accept-organization-invite/${inviteId}?${search.toString()}`
}

export const inviteMail = (invitation: Invitation): Mail => {
  const { inviter, organizationName } = invitation
  const name = `${inviter.first_name} ${inviter.last_name}`.trim()
  const sender = name === '' ? inviter.email : `${name} (${inviter.email})`
  return {
    to: invitation.email,
    subject: `Join ${organizationName} on Playhead`,
    text: `${sender} invites you to join ${organizationName} on Playhead.

Open this link to join:
${inviteLink(invitation)}

The link works for ${inviteLimits.daysOpen} days. If you did not expect this invite, you can ignore it.
`,
  }
}
