import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { proof } from '../../contract.ts'
import { requirePassword } from '../accounts/require-password.ts'
import { requireProofKind } from './require-proof-kind.ts'
import { proveSession } from './prove-session.ts'

export const prove: Handlers<typeof proof>['prove'] = async ({ app, request, session, body }) => {
  await requireProofKind(app, session, 'password')
  await requirePassword(app, session, body.proof.password, 'password')
  await proveSession(app, request, session)
  return undefined
}
