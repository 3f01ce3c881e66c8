import { ApiError } from '@playhead/contract-kit/errors.ts'
import { type NewPlan, newPlanOf, PlanFile } from './plan-file.ts'

const shownIssues = 20

const refusal = (...messages: string[]) => new ApiError('invalid_parameters', { messages })

const nameAt = (given: unknown, index: PropertyKey | undefined) => {
  if (typeof given !== 'object' || given === null || !('plans' in given)) return undefined
  const entry: unknown =
    Array.isArray(given.plans) && typeof index === 'number' ? given.plans[index] : undefined
  const name: unknown =
    typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'name') : undefined
  return typeof name === 'string' ? name.slice(0, 40) : undefined
}

/** Plans as people write them; refuses what is wrong by plan and place. */
export const parsePlans = (text: string): NewPlan[] => {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw refusal('The file is not JSON.')
  }
  const { data, error } = PlanFile.safeParse(given)
  if (!data)
    throw refusal(
      ...error.issues.slice(0, shownIssues).map(({ path, message }) => {
        const place = [nameAt(given, path[1]), path.map(String).join('.') || 'file']
        return `${place.filter(Boolean).join(', ')}: ${message}`
      }),
    )
  const plans = data.plans.map(newPlanOf)
  const repeated = plans.filter(
    ({ id }, index) => plans.findIndex((one) => one.id === id) !== index,
  )
  if (repeated.length > 0)
    throw refusal(`Twice in the file: ${repeated.map(({ name }) => name).join(', ')}.`)
  return plans
}
