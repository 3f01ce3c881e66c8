import { ApiError, type ErrorCode } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { sentBy } from '@playhead/server-kit/audit/changes.ts'
import { recordPersonChange } from '@playhead/server-kit/audit/record-person-change.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import { findUser } from './accounts/users.sql.ts'
import { logRefusals } from './log-refusals.ts'

interface Given {
  app: App
  request: RequestFacts
}

/** Refusals for too many tries are left out: they would fill the trail. */
const failures: Record<'password' | 'code' | 'passkey', readonly ErrorCode[]> = {
  password: ['unauthorized', 'disabled_user'],
  code: ['invalid_parameters', 'disabled_user'],
  passkey: ['unauthorized', 'invalid_parameters', 'disabled_user'],
}

const record = async ({ app, request }: Given, proof: string, userId: string) => {
  const { email } = await findUser(app.postgres, userId)
  await recordPersonChange(
    app.postgres,
    { kind: 'unknown', ...sentBy(request) },
    {
      action: 'user.sign_in_failed',
      subjectId: userId,
      subjectName: email,
      detail: { method: proof },
    },
  )
}

/**
 * Logs refusals, and lists failed sign-ins of members among the changes of their organizations: after the response,
 * whose duration would reveal that there is an account.
 */
export const recordFailures = <Asked extends Given, Answer>(
  proof: keyof typeof failures,
  handler: (asked: Asked) => Promise<Answer>,
  accountOf: (asked: Asked) => Promise<string | undefined>,
) =>
  logRefusals(
    proof,
    async (asked: Asked) => {
      try {
        return await handler(asked)
      } catch (error) {
        if (error instanceof ApiError && failures[proof].includes(error.code))
          asked.app.afterResponse.run('the record of a failed sign-in', async () => {
            const userId = await accountOf(asked)
            if (userId) await record(asked, proof, userId)
          })
        throw error
      }
    },
    accountOf,
  )
