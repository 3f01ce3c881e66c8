const dayMs = 86_400_000
/** Four out of five months end inside, if days scatter as they did. */
const deviations = 1.28
const leastDays = 14

interface PastDay {
  /** The day in UTC, such as 2026-11-25. */
  day: string
  cents: number
}

interface ForecastDay {
  day: string
  low_cents: number
  high_cents: number
}

interface Forecast {
  low_cents: number
  high_cents: number
  days: ForecastDay[]
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

const statisticsOf = (values: readonly number[]) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, variance: values.length > 1 ? squares / (values.length - 1) : mean ** 2 }
}

const bandOf = (mean: number, variance: number) => ({
  low_cents: Math.round(Math.max(0, mean - deviations * Math.sqrt(variance))),
  high_cents: Math.round(mean + deviations * Math.sqrt(variance)),
})

/** Every day from the first with usage until before today: a day without usage cost nothing, and counts. */
const everyDay = (past: readonly PastDay[], today: number): PastDay[] => {
  const cents = new Map(past.map((one) => [one.day, one.cents]))
  const first = Math.min(...past.map(({ day }) => Date.parse(day)))
  const count = Math.max(0, Math.round((today - first) / dayMs))
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * dayMs).toISOString().slice(0, 10)
    return { day, cents: cents.get(day) ?? 0 }
  })
}

/**
 * The rest of a month: each day as the same weekdays of the last four weeks were, with the scatter that they had. Today
 * counts with the part that is left. Undefined with less than two weeks of days.
 */
export const forecastMonth = ({
  past: known,
  soFarCents,
  now,
  end,
}: {
  /** Days with usage, before today. */
  past: readonly PastDay[]
  soFarCents: number
  now: Date
  end: Date
}): Forecast | undefined => {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  const past = everyDay(known, today)
  if (past.length < leastDays || now >= end) return undefined
  const days: ForecastDay[] = []
  let [mean, variance] = [0, 0]
  for (let time = today; time < end.getTime(); time += dayMs) {
    const day = new Date(time).toISOString().slice(0, 10)
    const share = time === today ? 1 - (now.getTime() - today) / dayMs : 1
    const alike = past.filter((one) => weekdayOf(one.day) === weekdayOf(day))
    const statistics = statisticsOf(alike.map(({ cents }) => cents))
    mean += statistics.mean * share
    variance += statistics.variance * share
    days.push({ day, ...bandOf(statistics.mean * share, statistics.variance * share) })
  }
  const band = bandOf(mean, variance)
  return { low_cents: soFarCents + band.low_cents, high_cents: soFarCents + band.high_cents, days }
}
