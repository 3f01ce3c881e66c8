import { invalidField } from '@playhead/contract-kit/errors.ts'
import { secondFactorLimits } from '../../contract.ts'

export const refuseTooMany = (count: number) => {
  if (count >= secondFactorLimits.passkeys)
    throw invalidField('name', `An account has at most ${secondFactorLimits.passkeys} passkeys.`)
}
