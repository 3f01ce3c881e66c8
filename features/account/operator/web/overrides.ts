import { featureDefaults, type FeatureName, type FeatureValue } from '@playhead/domain/features.ts'

export type Overrides = Record<string, FeatureValue>

const fromPlan = 'plan'

/** What the three-way switch shows for a flag that is on or off. */
export const flagChoice = (overrides: Overrides, name: FeatureName) =>
  name in overrides ? (overrides[name] === true ? 'on' : 'off') : fromPlan

const without = (overrides: Overrides, name: FeatureName): Overrides => {
  const { [name]: _, ...rest } = overrides
  return rest
}

export const withFlag = (overrides: Overrides, name: FeatureName, choice: string): Overrides =>
  choice === fromPlan ? without(overrides, name) : { ...overrides, [name]: choice === 'on' }

/** An empty field resets the value to that of the plan; an incomplete number changes nothing. */
export const withText = (overrides: Overrides, name: FeatureName, text: string): Overrides => {
  if (text.trim() === '') return without(overrides, name)
  if (typeof featureDefaults[name] === 'string') return { ...overrides, [name]: text }
  const number = Number(text)
  return Number.isInteger(number) ? { ...overrides, [name]: number } : overrides
}

const onOff = (value: FeatureValue) => (value ? 'on' : 'off')

export const planValueLabel = (value: FeatureValue) =>
  typeof value === 'boolean' ? `Plan (${onOff(value)})` : `Plan: ${value}`
