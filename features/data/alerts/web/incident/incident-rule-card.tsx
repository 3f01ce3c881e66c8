import { useQuery } from '@tanstack/react-query'
import { formatFullDate, formatNumber, unknownValue } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { alertLimits, alertRules } from '../../contract.ts'
import { durationText, type Incident } from '../incident-words.ts'
import { useNotified } from '../rule/rule-notified.tsx'
import { closingText, type Rule, ruleSentence, scopeText } from '../rule-words.ts'
import { useRuleFigures } from '../rules/use-figures.ts'

const stateNow = (rule: Rule | undefined, then: Rule, isMissing: boolean) => {
  if (isMissing) return 'Deleted'
  if (!rule) return undefined
  if (!rule.isEnabled) return 'Switched off'
  if (ruleSentence(rule) === ruleSentence(then) && scopeText(rule) === scopeText(then))
    return 'Unchanged'
  return `${ruleSentence(rule)} ${scopeText(rule)}.`
}

/** What the rule did lately: whether an incident of it is news. */
const LastDays = ({ id }: { id: string }) => {
  const { data } = useRuleFigures(id)
  if (!data) return unknownValue
  const { incidents, medianSeconds, selfEnded } = data.data
  if (incidents === 0) return 'No incidents'
  return [
    incidents === 1 ? '1 incident' : `${formatNumber(incidents)} incidents`,
    ...(medianSeconds === null ? [] : [`median ${durationText(medianSeconds * 1_000)}`]),
    ...(selfEnded > 0 ? [`${formatNumber(selfEnded)} ended by themselves within 5 minutes`] : []),
  ].join(', ')
}

/** The rule as it was when the incident opened, and as it is. */
export const IncidentRuleCard = ({ incident }: { incident: Incident }) => {
  const path = usePath()
  const isAdmin = useIsAdmin()
  const { alertRule: then, alertRuleId: id } = incident
  const now = useQuery({
    ...query(alertRules.retrieve, { params: { id: id ?? '' } }, { quiet: true }),
    enabled: id !== null,
  })
  const current = now.data?.data
  const notified = useNotified((current ?? then)?.channelIds ?? null)
  if (!then) return null
  const state = stateNow(current, then, id === null)
  return (
    <Card
      title="Rule"
      actions={
        id !== null && (
          <Link href={path(`alerts/rules/${id}`)}>{isAdmin ? 'Edit rule' : 'Open rule'}</Link>
        )
      }
    >
      <p className="pb-3 text-md">{ruleSentence(then)}</p>
      <DescriptionList
        items={[
          { term: 'Scope', detail: scopeText(then) },
          { term: 'Closes', detail: closingText(then) },
          ...(id === null ? [] : notified),
          { term: 'Last changed', detail: formatFullDate(then.updatedAt) },
          ...(state ? [{ term: 'Since then', detail: state }] : []),
          ...(id === null
            ? []
            : [{ term: `Last ${alertLimits.figureDays} days`, detail: <LastDays id={id} /> }]),
        ]}
      />
    </Card>
  )
}
