import { useQuery } from '@tanstack/react-query'
import { formatFullDate } from '@playhead/domain/format.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { usualCloseValue } from '../../close-value.ts'
import { alertRules } from '../../contract.ts'
import type { Incident } from '../incident-words.ts'
import { ruleValueText, titleOfMetric } from '../metric-text.ts'
import { audienceWords, type Rule, scopeText, windowWords } from '../rule-words.ts'

const sentence = ({ metric, thresholdAlert, windowDuration, windowMinViews }: Rule) => {
  const beyond = `${thresholdAlert.area} ${ruleValueText(metric, thresholdAlert.value)}`
  const least =
    metric === 'current-concurrent-viewers'
      ? ''
      : `, with at least ${windowMinViews} ${audienceWords(metric)}`
  return `${titleOfMetric(metric)} is ${beyond} for ${windowWords(windowDuration)}${least}.`
}

const closeText = ({ metric, thresholdAlert }: Rule) => {
  const { area, value, closeValue, closeAfter } = thresholdAlert
  const good = closeValue ?? usualCloseValue({ metric, area, value })
  const side = `${area === 'above' ? 'below' : 'above'} ${ruleValueText(metric, good)}`
  if (closeAfter === 0) return side
  return `${side} for ${closeAfter % 60 === 0 ? windowWords(closeAfter) : `${closeAfter} seconds`}`
}

const stateNow = (rule: Rule | undefined, then: Rule, isMissing: boolean) => {
  if (isMissing) return 'Deleted'
  if (!rule) return undefined
  if (!rule.isEnabled) return 'Switched off'
  if (sentence(rule) === sentence(then) && scopeText(rule) === scopeText(then)) return 'Unchanged'
  return `${sentence(rule)} ${scopeText(rule)}.`
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
  if (!then) return null
  const state = stateNow(now.data?.data, then, id === null)
  return (
    <Card
      title="Rule"
      actions={
        id !== null && (
          <Link href={path(`alerts/rules/${id}`)}>{isAdmin ? 'Edit rule' : 'Open rule'}</Link>
        )
      }
    >
      <p className="pb-3 text-md">{sentence(then)}</p>
      <DescriptionList
        items={[
          { term: 'Scope', detail: scopeText(then) },
          { term: 'Closes', detail: closeText(then) },
          { term: 'Last changed', detail: formatFullDate(then.updatedAt) },
          ...(state ? [{ term: 'Since then', detail: state }] : []),
        ]}
      />
    </Card>
  )
}
