import type { Handlers } from '@playhead/server-kit/implement.ts'
import { startPasskeySignIn } from '@playhead/features/account/second-factor/server'
import type { signIn } from '../../contract.ts'

export const startPasskey: Handlers<typeof signIn>['startPasskey'] = async ({
  app,
  request,
  body,
}) => ({
  data: await startPasskeySignIn(app, request, body.session.ticket ?? undefined),
})
