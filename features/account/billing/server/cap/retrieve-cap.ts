import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { billing } from '../../contract.ts'
import { presentCap } from './present-cap.ts'

export const retrieveCap: Handlers<typeof billing>['retrieveCap'] = async ({
  app,
  organization,
  membership,
}) => ({ data: await presentCap(app, organization, membership.plan) })
