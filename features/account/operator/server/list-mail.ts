import { requireRecentProof } from '@playhead/server-kit/identity/recent-proof.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { operator } from '../contract.ts'

/** The mails contain password links, also the reader's own: a borrowed session must not open them. */
export const listMail: Handlers<typeof operator>['listMail'] = async ({ app, session, query }) => {
  requireRecentProof(app, session)
  const { data, total } = await app.mailer.list(query)
  return { data, total_row_count: total, ...query }
}
