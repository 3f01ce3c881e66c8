import type { Handlers } from '@playhead/server-kit/implement.ts'
import { completeWithCode } from '@playhead/features/account/second-factor/server'
import type { signIn } from '../../contract.ts'
import { findUser } from '../accounts/users.sql.ts'
import { findKnownBrowser } from '../guesses/known-browser.ts'
import { enterCompleted } from './enter-completed.ts'

export const completeSecondFactor: Handlers<typeof signIn>['secondFactor'] = async ({
  app,
  request,
  body,
}) => {
  const knownBrowserOf = async (userId: string) =>
    findKnownBrowser(app, request, await findUser(app.postgres, userId))
  return enterCompleted(
    app,
    request,
    await completeWithCode(app, request, body.session, knownBrowserOf),
  )
}
