import { acceptPasskey, askForPasskey } from '@playhead/features/account/second-factor/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import type { proof } from '../../contract.ts'
import { demandPassword } from '../accounts/demand-password.ts'
import { proveSession } from './prove-session.ts'
import { waysToProve } from './ways-to-prove.ts'

export const accountOfSession = async ({ session }: { session: SessionRow }) => session.user_id

export const retrieveProof: Handlers<typeof proof>['retrieve'] = async ({ app, session }) => ({
  data: { kinds: await waysToProve(app, session) },
})

export const prove: Handlers<typeof proof>['prove'] = async ({ app, request, session, body }) => {
  await demandPassword(app, session, body.proof.password, 'password')
  await proveSession(app, request, session)
  return undefined
}

export const startPasskeyProof: Handlers<typeof proof>['startPasskey'] = async ({
  app,
  request,
  session,
}) => ({
  data: await askForPasskey(app, request, { purpose: 'proof', userId: session.user_id }),
})

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
