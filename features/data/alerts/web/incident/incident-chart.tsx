import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import type { ChartMoment, ChartSeries } from '@playhead/charts/chart-data.ts'
import { ChartFrame } from '@playhead/charts/frame/chart-frame.tsx'
import { LineChart } from '@playhead/charts/lines/line-chart.tsx'
import { useChartAnnotations } from '@playhead/features/data/annotations/web'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { alertIncidents } from '../../contract.ts'
import { type Incident, thresholdOf } from '../incident-words.ts'
import { chartFormatOf, metricText, titleOfMetric } from '../metric-text.ts'
import { windowWords } from '../rule-words.ts'
import { incidentMoments } from '../slots.ts'
import { momentsOf, rangeOfIncident, seriesUntil, stepMsOf } from './incident-series.ts'

/** A minute is recorded at its end. */
const refreshMs = 15_000

const usePoints = ({ id, status }: Incident) =>
  useQuery({
    ...query(alertIncidents.points, { params: { id } }, { quiet: true }),
    refetchInterval: status === 'open' ? refreshMs : false,
  })

const noMoments: readonly ChartMoment[] = []

/** Of an open incident up to the next hour, so that its question stays the same while time passes. */
const timeframeOf = ({ from, to }: { from: number; to: number }, { status }: Incident) => {
  const wholeSeconds = status === 'open' ? 3_600 : 60
  return [
    String(Math.floor(from / 60_000) * 60),
    String((Math.floor(to / 1_000 / wholeSeconds) + 1) * wholeSeconds),
  ]
}

/** Windows are longer than what is drawn, so a line may pass the value without an incident. */
const windowNote = (incident: Incident) => {
  const { alertRule, anomaly } = incident
  const windowSeconds = alertRule?.windowDuration ?? anomaly?.windowDuration
  const stepSeconds = stepMsOf(incident) / 1_000
  if (windowSeconds === undefined || windowSeconds <= stepSeconds) return undefined
  const step = stepSeconds === 60 ? 'By the minute' : `By ${windowWords(stepSeconds)}`
  const who = alertRule ? 'the rule' : 'the search'
  return `${step}; ${who} judges windows of ${windowWords(windowSeconds)}.`
}

interface IncidentChartProps {
  incident: Incident
  nowMs: number
}

/** The metric from half an hour before the incident on, with where the alert begins. ALRT-010 */
export const IncidentChart = ({ incident, nowMs }: IncidentChartProps) => {
  const { measurement, anomaly } = incident
  const recorded = usePoints(incident)
  const isWaiting = recorded.isPending
  const points = useMemo(
    () => seriesUntil(incident, recorded.data?.data ?? [], nowMs),
    [incident, recorded.data, nowMs],
  )
  const series = useMemo<ChartSeries[]>(
    () => [{ id: 'metric', label: titleOfMetric(measurement), tone: 1, points }],
    [measurement, points],
  )
  const format = useMemo(() => chartFormatOf(measurement), [measurement])
  const { from, to } = rangeOfIncident(incident, nowMs)
  const [others, setOthers] = useState(noMoments)
  const finders = useSlot(incidentMoments)
  const moments = useMemo(() => momentsOf(incident, nowMs, others), [incident, nowMs, others])
  const annotations = useChartAnnotations(timeframeOf({ from, to }, incident))
  const bands = useMemo(
    () => [{ id: 'incident', from: incident.startTime * 1_000, to }],
    [incident.startTime, to],
  )
  const threshold = thresholdOf(incident)
  const note = windowNote(incident)
  const levels = useMemo(
    () =>
      threshold
        ? [
            {
              id: 'threshold',
              label: `Alert ${threshold.area} ${metricText(measurement, threshold.value)}`,
              value: threshold.value,
            },
            ...(anomaly
              ? [
                  {
                    id: 'usual',
                    label: `Usually ${metricText(measurement, anomaly.usual)}`,
                    value: anomaly.usual,
                  },
                ]
              : []),
          ]
        : [],
    [threshold, anomaly, measurement],
  )
  const isEmpty = points.every(({ value }) => value === null)
  return (
    <>
      <ChartFrame
        state={
          isWaiting && points.length <= 1
            ? { kind: 'loading' }
            : isEmpty
              ? {
                  kind: 'empty',
                  title: 'No values are kept',
                  text: 'This incident has no series of its metric.',
                }
              : { kind: 'ready' }
        }
      >
        <LineChart
          label={`${titleOfMetric(measurement)} from half an hour before the incident on`}
          series={series}
          from={from}
          to={to}
          stepMs={stepMsOf(incident)}
          {...format}
          levels={levels}
          moments={moments}
          bands={bands}
          alarm={threshold && { value: threshold.value, area: threshold.area }}
          markers={annotations.markers}
          onMarkers={annotations.show}
          onAnnotate={annotations.add}
        />
        {note && <p className="pt-1 pb-3 text-sm text-ink-2">{note}</p>}
        {recorded.isLoadingError && (
          <FormMessage tone="warning">The values since then could not be loaded.</FormMessage>
        )}
      </ChartFrame>
      {finders.map(({ order, Part }) => (
        <Suspense key={order} fallback={null}>
          <Part incident={incident} onMoments={setOthers} />
        </Suspense>
      ))}
      {annotations.dialogs}
    </>
  )
}
