import type { z } from 'zod'
import type { App } from '@playhead/server-kit/app.ts'
import type { RequestFacts } from '@playhead/server-kit/context.ts'
import type { SecondFactorCode } from '../contract.ts'
import { takeOneTimeCode } from './authenticator-app/take-one-time-code.ts'
import { consumeRecoveryCode } from './recovery-codes/consume-recovery-code.ts'

export type GivenCode = z.output<typeof SecondFactorCode>

/** Returns whether the code is right and uses it up. The caller must count the guesses. */
export const acceptCode = (
  app: App,
  request: RequestFacts,
  userId: string,
  { method, code }: GivenCode,
) =>
  method === 'recovery_code'
    ? consumeRecoveryCode(app, request, userId, code)
    : takeOneTimeCode(app, userId, code)
