import { useQuery } from '@tanstack/react-query'
import { why } from '@playhead/features/data/why/contract'
import { metrics } from '@playhead/metrics/metrics.ts'
import { questionQueryOf } from '@playhead/question-kit/question/question.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { causeText, partsOf } from '../cause-text.ts'
import { explainedMetric } from '../incident/explained-metric.ts'
import { useIncidentQuestion } from '../incident/incident-question.ts'
import { type Incident, thresholdOf } from '../incident-words.ts'

/** A part of the change that is smaller explains little. */
const shareMin = 0.3

/**
 * What an incident is about: the values of its group or anomaly, and what explains the change of its metric. The
 * search for it takes a moment; until then it is what is known. Empty without a cause.
 */
export const useCause = (incident: Incident, nowMs: number): string => {
  const { baseline, during } = useIncidentQuestion(incident, nowMs)
  const known = partsOf(incident)
  const metric = explainedMetric(incident.measurement)
  // The search for anomalies has found the cause already.
  const isAsked = metric !== undefined && (incident.type === 'threshold' || known.length === 0)
  const { data } = useQuery({
    ...query(
      why.changes,
      {
        params: { metric: metric ?? '' },
        query: {
          ...questionQueryOf(during),
          ...(metric && { measurement: metrics[metric].defaultMeasurement }),
          baseline: [baseline.startMs, baseline.endMs].map((ms) => String(ms / 1_000)),
        },
      },
      { quiet: true },
    ),
    enabled: isAsked,
    staleTime: 60_000,
    retry: false,
  })
  const [first] = data?.data.rows ?? []
  const { before, after } = data?.data ?? {}
  const isHigher = (after?.value ?? 0) > (before?.value ?? 0)
  const isSame = isHigher === (thresholdOf(incident)?.area !== 'below')
  return causeText(incident, [
    ...(first && isSame && first.share >= shareMin ? first.parts : []),
    ...known,
  ])
}
