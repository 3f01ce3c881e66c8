import { ApiError } from '@playhead/contract-kit/errors.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { hashToken, randomToken } from '@playhead/server-kit/secrets/secrets.ts'
import { mailedLinkHours } from '../../contract.ts'
import { limits } from '../limits.ts'
import { deleteUnusedLinks, insertLink, type LinkPurpose, takeLink } from './mailed-links.sql.ts'

const hours: Record<LinkPurpose, number> = {
  signup: mailedLinkHours.signup,
  password_reset: mailedLinkHours.passwordReset,
  email_change: mailedLinkHours.emailChange,
  email_undo: mailedLinkHours.emailUndo,
}

/** Only the newest link of a person works, except undo links: a second change of address keeps the first one's. */
export const createLink = (
  app: App,
  link: { purpose: LinkPurpose; email: string; userId: string | null },
  postgres: Database = app.postgres,
) =>
  postgres.transaction(async (transaction) => {
    const token = randomToken()
    const now = app.clock.now()
    if (link.purpose !== 'email_undo') await deleteUnusedLinks(transaction, link.purpose, link)
    const id = await insertLink(transaction, {
      ...link,
      tokenHash: hashToken(token),
      now,
      expiresAt: new Date(now.getTime() + hours[link.purpose] * 3_600_000),
    })
    return { id, token }
  })

class LinkRefusal extends ApiError {
  constructor(message: string) {
    super('invalid_parameters', { messages: [message], fields: { token: [message] } })
  }
}

export const linkRefusal = (
  message = 'This link has expired or was already used. Please request a new one.',
) => new LinkRefusal(message)

/** Links are too long to guess: a right one works whatever else came from its network; wrong ones are counted. */
export const countWrongLinks = async <Result>(
  app: App,
  request: RequestFacts,
  work: () => Promise<Result>,
) => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LinkRefusal)
      await takeAttempt(app, limits.linkFromAddress, networkOf(request.ip))
    throw error
  }
}

/** Call it inside the transaction that the link is for: if that fails, the link stays valid. */
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
