import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { collector } from '../contract.ts'
import { collectorAddress } from './collector-address.ts'

/** Not a secret: the address is the same for everyone, and every reporting player knows it. */
export const retrieveAddress: Handlers<typeof collector>['retrieveAddress'] = async ({ app }) => ({
  data: collectorAddress(app.settings),
})
