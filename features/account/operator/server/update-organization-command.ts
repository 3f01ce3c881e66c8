import { z } from 'zod'
import { invalidField } from '@playhead/contract-kit/errors.ts'
import { flagDefaults, type FlagValue, isFlagName } from '@playhead/domain/flags.ts'
import { planNames } from '@playhead/domain/plans.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import { changeOperated } from './change-operated.ts'

/** `maxUsers=5,video=false`; a name without a value is reset to the value of the plan. */
const withFlagOptions = (overrides: Record<string, FlagValue>, text: string) => {
  const result = { ...overrides }
  for (const item of text.split(',')) {
    const [name = '', value = ''] = item.split(/=(.*)/s).map((part) => part.trim())
    if (!isFlagName(name)) throw invalidField('feature', `There is no flag ${name}.`)
    if (value === '') delete result[name]
    else result[name] = readFlagValue(typeof flagDefaults[name], value)
  }
  return result
}

/** A value that cannot be parsed as the wanted type stays text, and validation refuses it. */
const readFlagValue = (type: string, text: string): FlagValue => {
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
      .describe(
        'Features to set, as name=value,name=value; a name without a value returns to the plan',
      ),
    reactivate: z.boolean().default(false).describe('Undo a cancellation'),
  }),
  run: async (app, { id, plan, feature, reactivate }) => {
    await refuseWhileReadOnly(app)
    const updated = await changeOperated(app, operatorActor, id, (overrides) => ({
      ...(plan && { plan }),
      ...(feature && { overrides: withFlagOptions(overrides, feature) }),
      ...(reactivate && { cancelled: false }),
    }))
    const { name, plan: planNow, overrides } = updated
    return { id, name, plan: planNow, overrides }
  },
})
