import { z } from 'zod'
import { command } from '@playhead/server-kit/feature.ts'
import { listOfferedPlans } from '../subscription/plans.sql.ts'
import { fileOf } from './plan-file.ts'
import { inOrder } from './present-plan.ts'

export const exportPlansCommand = command({
  name: 'plans export',
  summary: 'Print the plans on offer in the format of plans import',
  options: z.object({}),
  run: async ({ postgres }) => fileOf(inOrder(await listOfferedPlans(postgres))),
})
