import { ApiError } from '@playhead/contract-kit/errors.ts'
import {
  type CompletedSignIn,
  completeWithCode,
  completeWithPasskey,
  startPasskeySignIn,
} from '@playhead/features/account/second-factor/server'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signIn } from '../../contract.ts'
import { findUser } from '../accounts/users.sql.ts'
import { findKnownBrowser } from '../guesses/known-browser.ts'
import { openSession } from './open-session.ts'
import { presentSession } from './present-session.ts'

type SignIn = Handlers<typeof signIn>

const enter = async (app: App, request: RequestFacts, completed: CompletedSignIn) => {
  const user = await findUser(app.postgres, completed.user_id)
  if (user.disabled_at) throw new ApiError('disabled_user')
  const session = await openSession(app, request, {
    userId: user.id,
    method: completed.method,
    secondFactorAt: app.clock.now(),
  })
  return { data: await presentSession(app, request, session) }
}

export const completeSecondFactor: SignIn['secondFactor'] = async ({ app, request, body }) => {
  const knownBrowserOf = async (userId: string) =>
    findKnownBrowser(app, request, await findUser(app.postgres, userId))
  return enter(app, request, await completeWithCode(app, request, body.session, knownBrowserOf))
}

export const startPasskey: SignIn['startPasskey'] = async ({ app, request, body }) => ({
  data: await startPasskeySignIn(app, request, body.session.ticket ?? undefined),
})

export const finishPasskey: SignIn['finishPasskey'] = async ({ app, request, body }) => {
  const { ticket, ...answer } = body.session
  const given = { ...answer, ticket: ticket ?? undefined }
  return enter(app, request, await completeWithPasskey(app, request, given))
}
