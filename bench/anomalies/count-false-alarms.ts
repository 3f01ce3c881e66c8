import { simulatedSearch } from './simulated-search.ts'

interface Simulation {
  days: number
  meanViews: number
  limits: readonly number[]
  /** Epoch seconds; the start of an hour. */
  from: number
}

/** How many incidents open in days in which nothing happens, by limit. */
export const countFalseAlarms = async ({ days, from, ...simulation }: Simulation) => {
  const judgeHour = simulatedSearch(simulation)
  const opened = new Map(simulation.limits.map((limit) => [limit, 0]))
  for (let hour = from; hour < from + days * 86_400; hour += 3_600)
    for (const { limit } of await judgeHour(hour)) opened.set(limit, opened.get(limit)! + 1)
  return opened
}
