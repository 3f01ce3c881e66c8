import type { Database } from '@playhead/postgres/client.ts'
import { hashToken, sameBytes } from '@playhead/server-kit/secrets/secrets.ts'
import { findOpenInvite } from './invites.sql.ts'

/** The invite of a mailed link: the person who opens the link has proven that they own its address. */
export const findInviteOfLink = async (
  postgres: Database,
  link: { inviteId: string; token: string },
  now: Date,
): Promise<{ email: string; organizationId: string } | undefined> => {
  const invite = await findOpenInvite(postgres, link.inviteId, now)
  return invite && sameBytes(invite.token_hash, hashToken(link.token))
    ? { email: invite.email, organizationId: invite.organization_id }
    : undefined
}
