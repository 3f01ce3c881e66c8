import { invalidField } from '@playhead/contract-kit/errors.ts'
import { forgetAttempts, takeAttempt } from '@playhead/server-kit/limits/attempts.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { acceptCode } from '@playhead/features/account/second-factor/server'
import type { proof } from '../../contract.ts'
import { demandPassword } from '../accounts/demand-password.ts'
import { limits } from '../limits.ts'
import { demandKind } from './demand-kind.ts'
import { proveSession } from './prove-session.ts'

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
