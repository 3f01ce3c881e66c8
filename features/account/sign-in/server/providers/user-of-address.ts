import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { recordPersonChange } from '@playhead/server-kit/audit/record-person-change.ts'
import { findUserByEmail, insertUser } from '../accounts/users.sql.ts'
import { recordFailure } from '../record-failures.ts'
import { flowRefusal } from './flows.ts'
import { insertIdentity } from './identities.sql.ts'
import { splitName } from './split-name.ts'
import { sentBy } from '@playhead/server-kit/audit/changes.ts'

/** GitHub has confirmed the address, and so has the owner of the account with it: they are the same person. */
export const userOfAddress = async (
  app: App,
  request: RequestFacts,
  account: { subject: string; name: string },
  email: string,
) => {
  await refuseWhileReadOnly(app)
  return app.postgres.transaction(async (transaction) => {
    const known = await findUserByEmail(transaction, email)
    if (known?.disabled_at) {
      recordFailure({ app, request }, 'github', async () => ({ userId: known.id }))
      throw new ApiError('disabled_user')
    }
    const userId =
      known?.id ??
      (await insertUser(transaction, {
        email,
        ...splitName(account.name),
        passwordHash: null,
        isInternal: false,
      }))
    if (!userId) throw flowRefusal()
    await insertIdentity(transaction, {
      provider: 'github',
      subject: account.subject,
      userId,
      now: app.clock.now(),
    })
    if (known)
      await recordPersonChange(
        transaction,
        { kind: 'user', userId, email, ...sentBy(request) },
        { action: 'user.github_linked', subjectId: userId, subjectName: email },
      )
    return userId
  })
}
