import { WhyAnswer } from '@playhead/features/data/why/web'
import { metrics } from '@playhead/metrics/metrics.ts'
import type { Predicate } from '@playhead/question-kit/question/predicate.ts'
import { questionQueryOf, questionSearch } from '@playhead/question-kit/question/question.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { explainedMetric } from './explained-metric.ts'
import type { IncidentQuestion } from './incident-question.ts'

interface SharedCardProps {
  measurement: string
  asked: IncidentQuestion
}

/** The views since the incident opened against those of the hour before. */
export const SharedCard = ({ measurement, asked }: SharedCardProps) => {
  const path = usePath()
  const navigate = useNavigate()
  const metric = explainedMetric(measurement)
  const { range, withHourBefore: question, hourBeforeMs } = asked
  if (!metric) return null
  const metricsHref = (predicates: readonly Predicate[]) =>
    path('metrics') + stringifySearch({ metric, ...questionSearch({ ...question, predicates }) })
  return (
    <Card
      title="What these views share"
      description="Finished views since the incident opened against the hour before"
      actions={<Link href={metricsHref(question.predicates)}>Open in Metrics</Link>}
    >
      <WhyAnswer
        metric={metric}
        measurement={metrics[metric].defaultMeasurement}
        state={{
          question,
          query: questionQueryOf(question),
          resolved: { startMs: hourBeforeMs, endMs: range.endMs },
          setPredicates: (next) => navigate(metricsHref(next)),
        }}
        range={range}
      />
    </Card>
  )
}
