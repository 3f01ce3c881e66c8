import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { proof } from '../../contract.ts'
import { waysToProve } from './ways-to-prove.ts'

export const retrieveWays: Handlers<typeof proof>['retrieveWays'] = async ({ app, session }) => ({
  data: await waysToProve(app, session),
})
