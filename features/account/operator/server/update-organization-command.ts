import { z } from 'zod'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import { featureDefaults, type FeatureValue, isFeatureName } from '@playhead/domain/features.ts'
import { planNames } from '@playhead/domain/plans.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { changeOperated } from './change-operated.ts'

/** `maxUsers=5,video=false`; a name without a value is reset to the value of the plan. */
const withFeatureOptions = (overrides: Record<string, FeatureValue>, text: string) => {
  const result = { ...overrides }
  for (const item of text.split(',')) {
    const [name = '', value = ''] = item.split(/=(.*)/s).map((part) => part.trim())
    if (!isFeatureName(name)) throw invalidField('feature', `There is no feature ${name}.`)
    if (value === '') delete result[name]
    else result[name] = readFeatureValue(typeof featureDefaults[name], value)
  }
  return result
}

/** A value that cannot be parsed as the wanted type stays text, and validation refuses it. */
const readFeatureValue = (type: string, text: string): FeatureValue => {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (type === 'number' && Number.isFinite(Number(text))) return Number(text)
  return text
}

export const updateOrganizationCommand = command({
  name: 'organization update',
  summary: 'Set the plan and the features of an organization',
  options: z.object({
    id: z.uuid('Give the id of an organization').describe('The id of the organization'),
    plan: z
      .enum(planNames)
      .optional()
      .describe(`One of ${planNames.join(', ')}`),
    feature: z
      .string()
      .optional()
      .describe('Features to set, as name=value,name=value; without a value: back to the plan'),
    reactivate: z.boolean().default(false).describe('Takes a cancellation back'),
  }),
  run: async (app, { id, plan, feature, reactivate }) => {
    await refuseWhileReadOnly(app)
    const updated = await changeOperated(app, operatorActor, id, (overrides) => ({
      ...(plan && { plan }),
      ...(feature && { overrides: withFeatureOptions(overrides, feature) }),
      ...(reactivate && { cancelled: false }),
    }))
    const { name, plan: planNow, overrides } = updated
    return { id, name, plan: planNow, overrides }
  },
})
