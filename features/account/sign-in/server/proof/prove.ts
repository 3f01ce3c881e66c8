import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { proof } from '../../contract.ts'
import { demandPassword } from '../accounts/demand-password.ts'
import { demandKind } from './demand-kind.ts'
import { proveSession } from './prove-session.ts'

export const prove: Handlers<typeof proof>['prove'] = async ({ app, request, session, body }) => {
  await demandKind(app, session, 'password')
  await demandPassword(app, session, body.proof.password, 'password')
  await proveSession(app, request, session)
  return undefined
}
