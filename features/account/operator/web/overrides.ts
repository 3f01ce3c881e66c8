import { flagDefaults, type FlagName, type FlagValue } from '@playhead/domain/flags.ts'

export type Overrides = Record<string, FlagValue>

const fromPlan = 'plan'

/** What the three-way switch shows for a flag that is on or off. */
export const flagChoice = (overrides: Overrides, name: FlagName) =>
  name in overrides ? (overrides[name] === true ? 'on' : 'off') : fromPlan

const without = (overrides: Overrides, name: FlagName): Overrides => {
  const { [name]: _, ...rest } = overrides
  return rest
}

export const withFlag = (overrides: Overrides, name: FlagName, choice: string): Overrides =>
  choice === fromPlan ? without(overrides, name) : { ...overrides, [name]: choice === 'on' }

/** An empty field resets the value to that of the plan; an incomplete number changes nothing. */
export const withText = (overrides: Overrides, name: FlagName, text: string): Overrides => {
  if (text.trim() === '') return without(overrides, name)
  if (typeof flagDefaults[name] === 'string') return { ...overrides, [name]: text }
  const number = Number(text)
  return Number.isInteger(number) ? { ...overrides, [name]: number } : overrides
}

const onOff = (value: FlagValue) => (value ? 'on' : 'off')

export const planValueLabel = (value: FlagValue) =>
  typeof value === 'boolean' ? `Plan (${onOff(value)})` : `Plan: ${value}`
