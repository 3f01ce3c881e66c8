import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChartSeries } from '@playhead/charts/chart-data.ts'
import { ChartFrame } from '@playhead/charts/frame/chart-frame.tsx'
import { LineChart } from '@playhead/charts/lines/line-chart.tsx'
import { query } from '@playhead/web-kit/queries/query.ts'
import { alertIncidents } from '../../contract.ts'
import { type Incident, thresholdOf } from '../incident-words.ts'
import { chartFormatOf, metricText, titleOfMetric } from '../metric-text.ts'
import { momentsOf, rangeOfIncident, seriesUntil, stepMsOf } from './incident-series.ts'

/** A minute is recorded at its end. */
const refreshMs = 15_000

const usePoints = ({ id, status }: Incident) =>
  useQuery({
    ...query(alertIncidents.points, { params: { id } }, { quiet: true }),
    refetchInterval: status === 'open' ? refreshMs : false,
  })

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
  const moments = useMemo(() => momentsOf(incident, nowMs), [incident, nowMs])
  const bands = useMemo(
    () => [{ id: 'incident', from: incident.startTime * 1_000, to }],
    [incident.startTime, to],
  )
  const threshold = thresholdOf(incident)
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
      />
    </ChartFrame>
  )
}
