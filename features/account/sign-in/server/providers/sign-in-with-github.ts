import { z } from 'zod'
import { ApiError, invalidField } from '@playhead/contract-kit/errors.ts'
import { normalizeEmail } from '@playhead/domain/field-rules.ts'
import { networkOf } from '@playhead/domain/network-of.ts'
import { beginSecondFactor } from '@playhead/features/account/second-factor/server'
import type { App } from '@playhead/server-kit/app.ts'
import { takeAttempt } from '@playhead/server-kit/attempts.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/read-only.ts'
import { recordPersonChange } from '@playhead/server-kit/record-person-change.ts'
import type { signIn } from '../../contract.ts'
import { findUser, findUserByEmail, insertUser } from '../accounts/users.sql.ts'
import { limits } from '../limits.ts'
import { finishProof } from '../proof/prove-by-provider.ts'
import { openSession } from '../sessions/open-session.ts'
import { presentSession } from '../sessions/present-session.ts'
import { beginGithub } from './begin-github.ts'
import { finishFlow, flowRefusal, startFlow } from './flows.ts'
import { githubAccount } from './github-account.ts'
import { findIdentity, insertIdentity } from './identities.sql.ts'
import { splitName } from './split-name.ts'

const Started = z.object({
  verifier: z.string(),
  next: z.string().nullable(),
  proves: z.uuid().nullable().default(null),
})
const Ticket = z.object({
  subject: z.string(),
  name: z.string(),
  addresses: z.array(z.string()),
  next: z.string().nullable(),
})

/** AUTH-009 */
export const startGithub: Handlers<typeof signIn>['startGithub'] = async ({
  app,
  request,
  body,
}) => {
  await takeAttempt(app, limits.providerFromAddress, networkOf(request.ip))
  const { next } = body.session
  return { data: { authorize_url: await beginGithub(app, request, { next, proves: null }) } }
}

const enter = async (app: App, request: RequestFacts, userId: string, next: string | null) => {
  const user = await findUser(app.postgres, userId)
  if (user.disabled_at) throw new ApiError('disabled_user')
  const secondFactor = await beginSecondFactor(app, request, { user_id: userId, method: 'github' })
  if (secondFactor)
    return {
      data: { session: null, addresses: [], ticket: null, second_factor: secondFactor, next },
    }
  const session = await openSession(app, request, { userId, method: 'github' })
  return {
    data: {
      session: await presentSession(app, request, session),
      addresses: [],
      ticket: null,
      second_factor: null,
      next,
    },
  }
}

/** GitHub has confirmed the address, and so has whoever has an account under it: they are one person. */
const userOfAddress = async (
  app: App,
  request: RequestFacts,
  account: { subject: string; name: string },
  email: string,
) => {
  await refuseWhileReadOnly(app)
  return app.postgres.transaction(async (transaction) => {
    const known = await findUserByEmail(transaction, email)
    if (known?.disabled_at) throw new ApiError('disabled_user')
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
        { kind: 'user', userId, email, requestId: request.id },
        { action: 'user.github_linked', subjectId: userId, subjectName: email },
      )
    return userId
  })
}

export const finishGithub: Handlers<typeof signIn>['finishGithub'] = async ({
  app,
  request,
  body,
}) => {
  const { code, state } = body.session
  const { verifier, next, proves } = await finishFlow(app, request, 'github', state, Started)
  const account = await githubAccount(app, { code, state, verifier })
  const identity = await findIdentity(app.postgres, 'github', account.subject)
  if (proves) return finishProof(app, request, { proves, userId: identity?.user_id, next })
  if (identity) return enter(app, request, identity.user_id, next)
  const [email, ...others] = account.addresses
  if (!email) throw invalidField('email', 'Your GitHub account has no confirmed e-mail address.')
  if (others.length === 0)
    return enter(app, request, await userOfAddress(app, request, account, email), next)
  const ticket = await startFlow(app, request, 'github-address', { ...account, next })
  return {
    data: { session: null, addresses: account.addresses, ticket, second_factor: null, next },
  }
}

/** AUTH-011 */
export const selectEmail: Handlers<typeof signIn>['selectEmail'] = async ({
  app,
  request,
  body,
}) => {
  const kept = await finishFlow(app, request, 'github-address', body.session.ticket, Ticket)
  const email = normalizeEmail(body.session.email)
  if (!kept.addresses.includes(email)) throw flowRefusal()
  return enter(app, request, await userOfAddress(app, request, kept, email), kept.next)
}
