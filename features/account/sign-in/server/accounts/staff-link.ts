import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import { staffLinkMinutes } from '../../contract.ts'
import { linkRefusal } from './mailed-links.ts'
import { hasStaff, takeStaffLink, writeStaffLink } from './staff-link.sql.ts'

/**
 * A link, printed to the terminal, that creates the first staff account; undefined once there is one. The part
 * after # is neither sent to a server nor written to its log.
 */
export const createStaffLink = async (app: App) => {
  if (await hasStaff(app.postgres)) return undefined
  const token = randomToken()
  const expiresAt = new Date(app.clock.now().getTime() + staffLinkMinutes * 60_000)
  await writeStaffLink(app.postgres, { tokenHash: hashToken(token), expiresAt })
  return { url: `${app.settings.publicUrl}/first-staff#${token}`, expiresAt }
}

/** Call it inside the transaction that creates the account: if that fails, the link stays valid. */
export const consumeStaffLink = async (app: App, transaction: Database, token: string) => {
  if (!(await takeStaffLink(transaction, hashToken(token), app.clock.now())))
    throw linkRefusal(
      'This link has expired, was already used, or a newer one replaced it. Make a new one in the terminal: npx playhead staff link',
    )
  if (await hasStaff(transaction))
    throw linkRefusal('This server already has a staff account. Sign in with it.')
}
