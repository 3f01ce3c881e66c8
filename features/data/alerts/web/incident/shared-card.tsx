import { WhyAnswer } from '@playhead/features/data/why/web'
import { metrics } from '@playhead/metrics/metrics.ts'
import type { Predicate } from '@playhead/question-kit/question/predicate.ts'
import { questionQueryOf, questionSearch } from '@playhead/question-kit/question/question.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { causeText } from '../cause-text.ts'
import type { Incident } from '../incident-words.ts'
import { metricText } from '../metric-text.ts'
import { explainedMetric } from './explained-metric.ts'
import type { IncidentQuestion } from './incident-question.ts'
import { SharedAtStart } from './shared-at-start.tsx'

/** The search judged the views of its cause alone; among all views the same may be too little to be seen. */
const FoundCause = ({ incident }: { incident: Incident }) => {
  const { anomaly, measurement, peakMetricDuringIncident: peak, metricOnTrigger } = incident
  const worst = peak ?? metricOnTrigger
  const cause = causeText(incident)
  if (!anomaly || cause === '') return null
  return (
    <p className="pb-4 text-lg">
      The search found it in <strong className="font-medium">{cause}</strong>
      {worst !== null &&
        `: ${metricText(measurement, worst)} at worst, where ${metricText(measurement, anomaly.usual)} is usual`}
      .
    </p>
  )
}

interface SharedCardProps {
  incident: Incident
  asked: IncidentQuestion
}

/** What the views since the incident began have in common, against those before it. */
export const SharedCard = ({ incident, asked }: SharedCardProps) => {
  const path = usePath()
  const navigate = useNavigate()
  const isAnomaly = incident.type === 'anomaly'
  const metric = explainedMetric(incident.measurement)
  const { range, baseline, compared: question } = asked
  if (!metric) return null
  const metricsHref = (predicates: readonly Predicate[]) =>
    path('metrics') + stringifySearch({ metric, ...questionSearch({ ...question, predicates }) })
  return (
    <Card
      title="What these views share"
      description={
        isAnomaly
          ? 'All finished views since it began, against the same time a week before'
          : 'Finished views since the incident opened, against the hour before'
      }
      actions={<Link href={metricsHref(question.predicates)}>Open in Metrics</Link>}
    >
      <FoundCause incident={incident} />
      <SharedAtStart incident={incident} />
      <WhyAnswer
        metric={metric}
        measurement={metrics[metric].defaultMeasurement}
        state={{
          question,
          query: questionQueryOf(question),
          resolved: { startMs: baseline.startMs, endMs: range.endMs },
          setPredicates: (next) => navigate(metricsHref(next)),
        }}
        range={range}
        baseline={baseline}
      />
    </Card>
  )
}
