import { useQuery } from '@tanstack/react-query'
import { why } from '@playhead/features/data/why/contract'
import { type ChangePart, partsText } from '@playhead/features/data/why/web'
import { metrics } from '@playhead/metrics/metrics.ts'
import { questionQueryOf, rangeBefore } from '@playhead/question-kit/question/question.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { explainedMetric } from '../incident/explained-metric.ts'
import { useIncidentQuestion } from '../incident/incident-question.ts'
import { type Incident, thresholdOf } from '../incident-words.ts'

/** A part of the change that is smaller explains little. */
const shareMin = 0.3

const partsOf = ({ breakdowns }: Incident): ChangePart[] =>
  breakdowns.map(({ id, value }) => ({ dimension: id, value: value === '' ? null : value }))

const causeText = (parts: readonly ChangePart[]) => {
  const error = parts.find(({ dimension }) => dimension === 'error_type_id')
  const others = parts.filter((part) => part !== error)
  return [error && `error ${error.value}`, partsText(others)].filter(Boolean).join(', ')
}

/**
 * What an incident is about: the values of its group or anomaly, and what explains the change of its metric. The
 * search for it takes a moment; until then it is what is known. Empty without a cause.
 */
export const useCause = (incident: Incident, nowMs: number): string => {
  const { range, during, hourBeforeMs } = useIncidentQuestion(incident, nowMs)
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
          baseline: rangeBefore({
            startMs: range.startMs,
            endMs: 2 * range.startMs - hourBeforeMs,
          }),
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
  return causeText([...(first && isSame && first.share >= shareMin ? first.parts : []), ...known])
}
