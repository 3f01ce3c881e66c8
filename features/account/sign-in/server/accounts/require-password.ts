import { forbidden, invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { forgetAttempts, takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import { verifyPassword } from '@playhead/server-kit/secrets/passwords.ts'
import { limits } from '../limits.ts'
import { findUser } from './users.sql.ts'

/**
 * Checks the password of a signed-in person. All places that ask for it share one limit per session, so a thief of
 * another session uses up nothing here.
 */
export const requirePassword = async (
  app: App,
  session: SessionRow,
  given: string,
  field: 'password' | 'current_password',
) => {
  const user = await findUser(app.postgres, session.user_id)
  if (!user.password_hash) throw forbidden('You sign in through a provider and have no password.')
  await takeAttempt(app, limits.currentPassword, session.id)
  if (!(await verifyPassword(user.password_hash, given)))
    throw invalidField(
      field,
      field === 'password' ? 'The password is wrong.' : 'The current password is wrong.',
    )
  await forgetAttempts(app, limits.currentPassword, session.id)
}
