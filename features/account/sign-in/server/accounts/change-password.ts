import { deletePendingSignIns, findFactors } from '@playhead/features/account/second-factor/server'
import type { App } from '@playhead/server-kit/app.ts'
import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { requireRecentProof } from '@playhead/server-kit/identity/recent-proof.ts'
import { hashPassword } from '@playhead/server-kit/secrets/passwords.ts'
import { recordPersonChange } from '@playhead/server-kit/audit/record-person-change.ts'
import { rememberBrowser } from '../guesses/known-browser.ts'
import { passwordChangedMail } from '../mails/password-changed-mail.ts'
import { setSessionCookie } from '../sessions/open-session.ts'
import { keepOnlySession } from '../sessions/renew-session.ts'
import { cancelEmailChange } from './change-email.ts'
import { requirePassword } from './require-password.ts'
import { deleteUnusedLinks } from './mailed-links.sql.ts'
import { requireGoodPassword, requireSamePassword } from './new-password.ts'
import { listPersonalWords, updatePasswordHash } from './users.sql.ts'

interface Passwords {
  current: string
  wanted: string
  confirmation: string
}

/** The current password is a proof, except for people with a second factor: they must prove with that first. */
const findFactorProof = async (app: App, session: SessionRow) => {
  if (!(await findFactors(app.postgres, session.user_id)).any) return undefined
  requireRecentProof(app, session)
  return session.proved_at
}

/** For the signed-in person: checks the current password, sets the new one and ends every other session. */
export const changePassword = async (
  app: App,
  request: RequestFacts,
  session: SessionRow,
  { current, wanted, confirmation }: Passwords,
) => {
  const proved = await findFactorProof(app, session)
  await requirePassword(app, session, current, 'current_password')
  const personal = await listPersonalWords(app.postgres, session.user_id)
  await requireGoodPassword(app, { password: wanted, field: 'password', personal })
  requireSamePassword(wanted, confirmation)
  const passwordHash = await hashPassword(wanted)
  const { user_id: userId, email } = session
  const token = await app.postgres.transaction(async (transaction) => {
    await updatePasswordHash(transaction, userId, passwordHash)
    await deleteUnusedLinks(transaction, 'password_reset', { email, userId })
    await deletePendingSignIns(transaction, userId)
    await cancelEmailChange(transaction, { id: userId, email })
    await recordPersonChange(transaction, actorOf(session, request), {
      action: 'user.password_changed',
      subjectId: userId,
      subjectName: email,
    })
    return keepOnlySession(app, transaction, session, proved ?? app.clock.now())
  })
  setSessionCookie(app, request, token, session)
  await rememberBrowser(app, request, userId)
  app.afterResponse.run('password notice', () =>
    app.mailer.send(passwordChangedMail(email, app.settings.publicUrl)),
  )
}
