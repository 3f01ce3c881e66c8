import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets.ts'
import { mailedLinkHours } from '../../contract.ts'
import { deleteUnusedLinks, insertLink, type LinkPurpose, takeLink } from './mailed-links.sql.ts'

const hours: Record<LinkPurpose, number> = {
  signup: mailedLinkHours.signup,
  password_reset: mailedLinkHours.passwordReset,
  email_change: mailedLinkHours.emailChange,
}

/** Only the newest link of somebody works. */
export const createLink = (
  app: App,
  link: { purpose: LinkPurpose; email: string; userId: string | null },
  postgres: Database = app.postgres,
) =>
  postgres.transaction(async (transaction) => {
    const token = randomToken()
    const now = app.clock.now()
    await deleteUnusedLinks(transaction, link.purpose, link)
    const id = await insertLink(transaction, {
      ...link,
      tokenHash: hashToken(token),
      now,
      expiresAt: new Date(now.getTime() + hours[link.purpose] * 3_600_000),
    })
    return { id, token }
  })

export const linkRefusal = () => {
  const message = 'This link has expired or was used already. Please ask for a new one.'
  return new ApiError('invalid_parameters', { messages: [message], fields: { token: [message] } })
}

/** Inside the transaction of what the link is for: if that fails, the link stays good. */
export const openLink = async (
  app: App,
  transaction: Database,
  purpose: LinkPurpose,
  token: string,
) => {
  const link = await takeLink(transaction, purpose, hashToken(token), app.clock.now())
  if (!link) throw linkRefusal()
  return link
}
