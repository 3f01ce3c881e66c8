import { simulatedSearch } from './simulated-search.ts'

interface Simulation {
  days: number
  meanViews: number
  limit: number
  /** Epoch seconds; the start of an hour. */
  from: number
}

/** How many incidents open in days in which nothing happens. */
export const countFalseAlarms = async ({ days, from, ...simulation }: Simulation) => {
  const judgeHour = simulatedSearch(simulation)
  let opened = 0
  for (let hour = from; hour < from + days * 86_400; hour += 3_600)
    opened += (await judgeHour(hour)).length
  return opened
}
