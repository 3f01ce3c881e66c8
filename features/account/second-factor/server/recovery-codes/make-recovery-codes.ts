import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { secondFactorLimits } from '../../contract.ts'
import { hashRecoveryCode, newRecoveryCode } from './recovery-code.ts'
import { replaceRecoveryCodes } from './recovery-codes.sql.ts'

/** Returns the codes; only their hashes are stored. */
export const makeRecoveryCodes = async (app: App, transaction: Database, userId: string) => {
  const codes = new Set<string>()
  while (codes.size < secondFactorLimits.recoveryCodes) codes.add(newRecoveryCode())
  await replaceRecoveryCodes(
    transaction,
    userId,
    [...codes].map((code) => hashRecoveryCode(app.vault, userId, code)),
  )
  return [...codes]
}
