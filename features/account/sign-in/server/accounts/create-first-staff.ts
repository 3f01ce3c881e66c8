import { invalidField } from '@playhead/contract-kit/errors.ts'
import { emailTakenError, normalizeEmail } from '@playhead/domain/field-rules.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { recordChange, sentBy } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { hashPassword } from '@playhead/server-kit/secrets/passwords.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import type { signIn } from '../../contract.ts'
import { requireCaptcha } from '../captcha.ts'
import { openSession } from '../sessions/open-session.ts'
import { presentSession } from '../sessions/present-session.ts'
import { countWrongLinks } from './mailed-links.ts'
import { requireGoodPassword } from './new-password.ts'
import { consumeStaffLink } from './staff-link.ts'
import { insertUser } from './users.sql.ts'

/** Only a person who can read the terminal can create staff, never the first person to reach the port. */
export const createFirstStaff: Handlers<typeof signIn>['createFirstStaff'] = async ({
  app,
  request,
  body,
}) => {
  const { user } = body
  const email = normalizeEmail(user.email)
  await refuseWhileReadOnly(app)
  await requireCaptcha(app, request)
  await requireGoodPassword(app, {
    password: user.password,
    field: 'password',
    personal: [user.first_name, user.last_name, email],
  })
  const create = async (transaction: Database) => {
    await consumeStaffLink(app, transaction, user.token)
    const created = await insertUser(transaction, {
      email,
      firstName: user.first_name,
      lastName: user.last_name,
      passwordHash: await hashPassword(user.password),
      isInternal: true,
    })
    if (!created) throw invalidField('email', emailTakenError)
    await recordChange(
      { organizationId: null, postgres: transaction },
      { kind: 'user', userId: created, email, ...sentBy(request) },
      {
        action: 'user.created',
        subjectId: created,
        subjectName: email,
        detail: { internal: true },
      },
    )
    return created
  }
  const userId = await countWrongLinks(app, request, () => app.postgres.transaction(create))
  const session = await openSession(app, request, { userId, method: 'password' })
  return { data: await presentSession(app, request, session) }
}
