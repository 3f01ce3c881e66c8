import type { Handlers } from '@playhead/server-kit/implement.ts'
import { askForPasskey } from '@playhead/features/account/second-factor/server'
import type { proof } from '../../contract.ts'

export const startPasskeyProof: Handlers<typeof proof>['startPasskeyProof'] = async ({
  app,
  request,
  session,
}) => ({
  data: await askForPasskey(app, request, { purpose: 'proof', userId: session.user_id }),
})
