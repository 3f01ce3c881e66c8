import { notFound } from '@playhead/contract-kit/errors.ts'
import { endedSessionCookie } from '@playhead/server-kit/identity/cookies.ts'
import { endSessionOf } from '@playhead/server-kit/identity/end-sessions.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { sessions } from '../../contract.ts'

export const endSession: Handlers<typeof sessions>['end'] = async ({
  app,
  request,
  session,
  params,
}) => {
  const ended = await app.postgres.transaction((transaction) =>
    endSessionOf(transaction, session.user_id, params.id),
  )
  if (ended === 0) throw notFound('session')
  if (params.id === session.id) request.setCookie(endedSessionCookie(app.settings))
  return undefined
}
