import { formatFullDate } from '@playhead/domain/format.ts'
import { valueText } from '../value-text.ts'
import type { Silence } from './use-silences.ts'

export type SilenceState = 'active' | 'planned' | 'ended'

/** One that repeats never ends by itself. */
export const stateOf = (
  { isActive, repeats, endsAt }: Pick<Silence, 'isActive' | 'repeats' | 'endsAt'>,
  nowMs: number,
): SilenceState => {
  if (isActive) return 'active'
  return repeats === null && Date.parse(endsAt) <= nowMs ? 'ended' : 'planned'
}

export const stateLabel = { active: 'Active', planned: 'Planned', ended: 'Ended' } as const
export const stateTone = { active: 'warn', planned: 'info', ended: 'neutral' } as const

const part = (at: string, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(new Date(at))

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const dayMs = 86_400_000

/** When it holds back, such as `Daily, 22:00 to 04:00, Europe/Berlin`. */
export const scheduleText = ({ startsAt, endsAt, repeats, timeZone }: Silence) => {
  if (repeats === null || timeZone === null)
    return `${formatFullDate(startsAt)} to ${formatFullDate(endsAt)}`
  const from = part(startsAt, timeZone, clock)
  const to = part(endsAt, timeZone, clock)
  if (repeats === 'daily') return `Daily, ${from} to ${to}, ${timeZone}`
  const weekday = (at: string) => part(at, timeZone, { weekday: 'long' })
  const isLong = Date.parse(endsAt) - Date.parse(startsAt) >= dayMs
  return `Every ${weekday(startsAt)}, ${from} to ${isLong ? `${weekday(endsAt)} ` : ''}${to}, ${timeZone}`
}

export const silenceName = ({ note }: Pick<Silence, 'note'>) => note || 'Silence without a note'

type RuleNames = ReadonlyMap<string, string> | undefined

const rulesText = (ruleIds: readonly string[] | null, nameOfRule: RuleNames) => {
  if (ruleIds === null) return 'All rules'
  if (!nameOfRule) return ruleIds.length === 1 ? '1 rule' : `${ruleIds.length} rules`
  return ruleIds.map((id) => nameOfRule.get(id) ?? 'Deleted rule').join(', ')
}

/** What it is about, such as `All rules; CDN is fastly`. Names are undefined until they are loaded. */
export const meantText = (
  { ruleIds, matches }: Pick<Silence, 'ruleIds' | 'matches'>,
  nameOfRule: RuleNames,
) => {
  const rules = rulesText(ruleIds, nameOfRule)
  return [rules, ...matches.map(valueText)].join('; ')
}
