import { z } from 'zod'
import { planNames } from '@playhead/domain/plans.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { organizationLimits } from '../contract.ts'
import { addOrganization } from './add-organization.ts'

export const createOrganizationCommand = command({
  name: 'organization create',
  summary: 'Create an organization without people or environments',
  options: z.object({
    name: z.string().trim().min(1).max(organizationLimits.nameMax).describe('Its name'),
    plan: z
      .enum(planNames)
      .default('Custom')
      .describe(`One of ${planNames.join(', ')}`),
  }),
  run: async (app, { name, plan }) => {
    await refuseWhileReadOnly(app)
    const { id } = await app.postgres.transaction((transaction) =>
      addOrganization(transaction, operatorActor, {
        name,
        ...(plan !== 'Custom' && { subscription: { plan, now: app.clock.now() } }),
      }),
    )
    return { id, name, plan }
  },
})
