import type { SilencedByProps } from '@playhead/features/data/alerts/slots'
import { formatFullDate } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { silenceName } from './silence-words.ts'
import { type Silence, useSilences } from './use-silences.ts'

type Incident = SilencedByProps['incident']

const isMeant = (
  { ruleIds, matches }: Silence,
  { alertRuleId, breakdowns }: Pick<Incident, 'alertRuleId' | 'breakdowns'>,
) =>
  (ruleIds === null || (alertRuleId !== null && ruleIds.includes(alertRuleId))) &&
  matches.every(({ name, value }) =>
    breakdowns.some((one) => one.name === name && one.value === value),
  )

/** The silence that holds an open incident back now, or else the one that it opened in. */
const findSilence = (list: readonly Silence[], incident: Incident) =>
  (incident.status === 'open'
    ? list.find((one) => one.isActive && isMeant(one, incident))
    : undefined) ?? list.find(({ id }) => id === incident.silenceId)

const whenText = ({ isActive, repeats, endsAt }: Silence, { status }: Incident) => {
  if (status !== 'open' || !isActive) return 'It opened in this silence.'
  return repeats === null
    ? `Notifications are held back until ${formatFullDate(endsAt)}.`
    : 'Notifications are held back.'
}

/** Whether an incident is silenced, and by what. */
export const Part = ({ incident, isShort }: SilencedByProps) => {
  const path = usePath()
  const { data } = useSilences()
  if (!data) return null
  const silence = findSilence(data.data, incident)
  if (!silence && incident.silenceId === null) return null
  const name = silence ? silenceName(silence) : 'a silence that is deleted'
  if (isShort) return <Badge>Silenced by {name}</Badge>
  return (
    <FormMessage tone="info">
      Silenced by {silence ? <Link href={path('alerts/silences')}>{name}</Link> : name}
      {silence ? `. ${whenText(silence, incident)}` : '.'}
    </FormMessage>
  )
}
