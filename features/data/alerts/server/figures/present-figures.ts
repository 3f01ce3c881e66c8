import type { z } from 'zod'
import { type AlertRuleFigures, alertLimits } from '../../contract.ts'
import type { FiguresRow } from './figures.sql.ts'

const daysOfWeek = 7
const daySeconds = 86_400
const night = { fromHour: 22, untilHour: 6 } as const
const noisy = { perWeek: 10, selfEndedShare: 0.7 } as const

const hourIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return (epochSeconds: number) => Number(format.format(epochSeconds * 1000))
}

const countAtNight = (starts: readonly number[], timeZone: string) => {
  const hourOf = hourIn(timeZone)
  return starts.filter((start) => {
    const hour = hourOf(start)
    return hour >= night.fromHour || hour < night.untilHour
  }).length
}

type Figures = z.input<typeof AlertRuleFigures>

export const presentFigures = (
  { starts, seconds_before: secondsBefore, ...row }: FiguresRow,
  timeZone: string,
): Omit<Figures, 'proposal'> => {
  // The first week of a rule counts as a whole one: three incidents in an hour are not five hundred a week.
  const days = Math.max(daysOfWeek, alertLimits.figureDays - secondsBefore / daySeconds)
  const perWeek = (row.incidents * daysOfWeek) / days
  return {
    ...row,
    at_night: countAtNight(starts, timeZone),
    incidents_per_week: perWeek,
    is_noisy: perWeek > noisy.perWeek && row.self_ended > row.incidents * noisy.selfEndedShare,
  }
}
