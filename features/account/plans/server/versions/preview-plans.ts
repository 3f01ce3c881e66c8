import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { plans } from '../../contract.ts'
import { parsePlans } from './parse-plans.ts'
import { previewNewPlans } from './preview-new-plans.ts'

export const previewPlans: Handlers<typeof plans>['previewOffer'] = async ({ app, body }) => ({
  data: await previewNewPlans(app, parsePlans(body.plans.text)),
})
