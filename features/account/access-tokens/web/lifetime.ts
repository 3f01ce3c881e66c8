import { type CalendarDate, getLocalTimeZone } from '@playhead/ui/calendar/calendar-date.ts'

export const lifetimes = ['never', '30', '90', 'date'] as const
export type Lifetime = (typeof lifetimes)[number]

export const lifetimeLabels: Record<Lifetime, string> = {
  never: 'Never',
  '30': 'In 30 days',
  '90': 'In 90 days',
  date: 'On a date',
}

export interface ChosenLifetime {
  lifetime: Lifetime
  date: CalendarDate | null
}

const dayMs = 86_400_000

/** The chosen day is included: the token expires at the end of that day in the person's time zone. */
export const validUntilOf = ({ lifetime, date }: ChosenLifetime, now = new Date()) => {
  if (lifetime === 'never') return null
  if (lifetime !== 'date') return new Date(now.getTime() + Number(lifetime) * dayMs).toISOString()
  return date ? date.add({ days: 1 }).toDate(getLocalTimeZone()).toISOString() : null
}

export const lifetimeError = (chosen: ChosenLifetime, now = new Date()) => {
  if (chosen.lifetime !== 'date') return undefined
  const until = validUntilOf(chosen, now)
  if (!until) return 'Choose a date.'
  return new Date(until) <= now ? 'Choose a date in the future.' : undefined
}
