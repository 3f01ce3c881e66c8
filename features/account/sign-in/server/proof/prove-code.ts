import { invalidField } from '@playhead/contract-kit/errors.ts'
import { forgetAttempts, takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { acceptCode } from '@playhead/features/account/second-factor/server'
import type { proof } from '../../contract.ts'
import { requirePassword } from '../accounts/require-password.ts'
import { limits } from '../limits.ts'
import { requireProofKind } from './require-proof-kind.ts'
import { proveSession } from './prove-session.ts'

export const proveCode: Handlers<typeof proof>['proveCode'] = async ({
  app,
  request,
  session,
  body,
}) => {
  const { password, ...given } = body.proof
  const { code } = await requireProofKind(app, session, 'code')
  if (code?.with_password) await requirePassword(app, session, password ?? '', 'password')
  await takeAttempt(app, limits.proofCode, session.id)
  if (!(await acceptCode(app, request, session.user_id, given)))
    throw invalidField('code', 'This code is wrong or was already used.')
  await forgetAttempts(app, limits.proofCode, session.id)
  await proveSession(app, request, session)
  return undefined
}
