import type { Handlers } from '@playhead/server-kit/implement.ts'
import { acceptPasskey } from '@playhead/features/account/second-factor/server'
import type { proof } from '../../contract.ts'
import { proveSession } from './prove-session.ts'

export const provePasskey: Handlers<typeof proof>['provePasskey'] = async ({
  app,
  request,
  session,
  body,
}) => {
  const question = { purpose: 'proof', userId: session.user_id } as const
  await acceptPasskey(app, request, question, body.proof)
  await proveSession(app, request, session)
  return undefined
}
