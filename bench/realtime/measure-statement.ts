import { askMonitoringBreakdown } from '@playhead/analytics/monitoring/ask-monitoring-breakdown.sql.ts'
import { askStep, steppedDimensions } from '@playhead/analytics/monitoring/ask-step.sql.ts'
import type { Watched } from '@playhead/analytics/monitoring/monitoring-question.ts'

const times = 15

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!

/** Milliseconds; the first run is not counted. */
const measure = async (ask: () => Promise<unknown>) => {
  await ask()
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const before = performance.now()
    await ask()
    taken.push(performance.now() - before)
  }
  return median(taken)
}

const filters = [] as const
const order = { orderBy: 'negative_impact', direction: 'desc', limit: 100 } as const

/** The question of a step, against the breakdowns that it replaces. `forget` makes each run reach the engine. */
export const measureStatement = async (
  environment: Watched,
  newest: number,
  forget: () => Watched,
) => {
  const step = { newest, isEarly: false, filters: [...filters], titlesFrom: newest }
  const combined = await measure(() => askStep(environment, { ...step, totalsFrom: newest - 15 }))
  const begun = await measure(() =>
    askStep(environment, { ...step, totalsFrom: newest - 1795, titlesFrom: newest - 310 }),
  )
  const singles = new Map<string, number>()
  for (const dimension of steppedDimensions) {
    const range = { first: newest, last: newest }
    const ask = () =>
      askMonitoringBreakdown(
        forget(),
        'current-rebuffering-percentage',
        { dimension, ...order },
        { range, filters: [...filters] },
      )
    singles.set(dimension, await measure(ask))
  }
  return { combined, begun, singles }
}
