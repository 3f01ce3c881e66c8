import { z } from 'zod'
import { command } from '@playhead/server-kit/feature.ts'
import { listOfferedPlans } from '../subscription/plans.sql.ts'
import { fileOf } from './plan-file.ts'
import { inOrder } from './present-plan.ts'

export const exportPlansCommand = command({
  name: 'plans export',
  summary: 'Show the plans that are offered, as plans import reads them',
  options: z.object({}),
  run: async ({ postgres }) => fileOf(inOrder(await listOfferedPlans(postgres))),
})
