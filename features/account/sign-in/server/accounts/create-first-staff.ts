import { invalidField } from '@playhead/contract-kit/errors.ts'
import { emailTakenError, normalizeEmail } from '@playhead/domain/field-rules.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import { takeAttempt } from '@playhead/server-kit/attempts.ts'
import { recordChange } from '@playhead/server-kit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { hashPassword } from '@playhead/server-kit/passwords.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/read-only.ts'
import type { signIn } from '../../contract.ts'
import { demandCaptcha } from '../captcha.ts'
import { limits } from '../limits.ts'
import { openSession } from '../sessions/open-session.ts'
import { presentSession } from '../sessions/present-session.ts'
import { demandGoodPassword } from './new-password.ts'
import { useStaffLink } from './staff-link.ts'
import { insertUser } from './users.sql.ts'

/** Staff is made by whoever can read the terminal, never by whoever reaches the port first. */
export const createFirstStaff: Handlers<typeof signIn>['createFirstStaff'] = async ({
  app,
  request,
  body,
}) => {
  const { user } = body
  const email = normalizeEmail(user.email)
  await refuseWhileReadOnly(app)
  await demandCaptcha(app, request)
  await takeAttempt(app, limits.linkFromAddress, networkOf(request.ip))
  await demandGoodPassword(app, {
    password: user.password,
    field: 'password',
    personal: [user.first_name, user.last_name, email],
  })
  const userId = await app.postgres.transaction(async (transaction) => {
    await useStaffLink(app, transaction, user.token)
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
      { kind: 'user', userId: created, email, requestId: request.id },
      {
        action: 'user.created',
        subjectId: created,
        subjectName: email,
        detail: { internal: true },
      },
    )
    return created
  })
  const session = await openSession(app, request, { userId, method: 'password' })
  return { data: await presentSession(app, request, session) }
}
