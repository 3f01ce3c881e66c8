import {
  acceptCode,
  acceptPasskey,
  askForPasskey,
} from '@playhead/features/account/second-factor/server'
import { forbidden, invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { forgetAttempts, takeAttempt } from '@playhead/server-kit/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { SessionRow } from '@playhead/server-kit/identity/identity.sql.ts'
import type { proof } from '../../contract.ts'
import { demandPassword } from '../accounts/demand-password.ts'
import { limits } from '../limits.ts'
import { proveSession } from './prove-session.ts'
import { waysToProve } from './ways-to-prove.ts'

export const accountOfSession = async ({ session }: { session: SessionRow }) => session.user_id

export const retrieveWays: Handlers<typeof proof>['retrieveWays'] = async ({ app, session }) => ({
  data: await waysToProve(app, session),
})

const demandKind = async (app: App, session: SessionRow, kind: 'password' | 'code') => {
  const ways = await waysToProve(app, session)
  if (ways.kinds.includes(kind)) return ways
  throw forbidden(
    kind === 'password'
      ? 'Confirm with your second factor, or sign in through your provider.'
      : 'You have no second factor.',
  )
}

export const prove: Handlers<typeof proof>['prove'] = async ({ app, request, session, body }) => {
  await demandKind(app, session, 'password')
  await demandPassword(app, session, body.proof.password, 'password')
  await proveSession(app, request, session)
  return undefined
}

export const proveCode: Handlers<typeof proof>['proveCode'] = async ({
  app,
  request,
  session,
  body,
}) => {
  const { password, ...given } = body.proof
  const { code } = await demandKind(app, session, 'code')
  if (code?.with_password) await demandPassword(app, session, password ?? '', 'password')
  await takeAttempt(app, limits.proofCode, session.id)
  if (!(await acceptCode(app, request, session.user_id, given)))
    throw invalidField('code', 'This code is not right, or was used already.')
  await forgetAttempts(app, limits.proofCode, session.id)
  await proveSession(app, request, session)
  return undefined
}

export const startPasskeyProof: Handlers<typeof proof>['startPasskeyProof'] = async ({
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
