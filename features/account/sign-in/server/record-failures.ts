import { ApiError, type ErrorCode } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Actor, recordChange, sentBy } from '@playhead/server-kit/audit/changes.ts'
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

export interface FailedAccount {
  userId: string
  /** Single sign-on opens this organization only, so no other one lists it. */
  ssoOrganizationId?: string
}

const record = async (
  { app, request }: Given,
  proof: string,
  { userId, ssoOrganizationId }: FailedAccount,
) => {
  const { email } = await findUser(app.postgres, userId)
  const actor: Actor = { kind: 'unknown', ...sentBy(request) }
  const change = {
    action: 'user.sign_in_failed',
    subjectId: userId,
    subjectName: email,
    detail: { method: proof },
  } as const
  const { postgres } = app
  if (ssoOrganizationId === undefined) await recordPersonChange(postgres, actor, change)
  else await recordChange({ organizationId: ssoOrganizationId, postgres }, actor, change)
}

/** After the response, whose duration would reveal that there is an account. */
export const recordFailure = (
  given: Given,
  proof: string,
  accountOf: () => Promise<FailedAccount | undefined>,
) =>
  given.app.afterResponse.run('the record of a failed sign-in', async () => {
    const account = await accountOf()
    if (account) await record(given, proof, account)
  })

/** Logs refusals, and lists failed sign-ins of members among the changes of their organizations. */
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
          recordFailure(asked, proof, async () => {
            const userId = await accountOf(asked)
            return userId === undefined ? undefined : { userId }
          })
        throw error
      }
    },
    accountOf,
  )
