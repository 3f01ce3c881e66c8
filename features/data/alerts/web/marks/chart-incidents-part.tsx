import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ChartIncident } from '@playhead/charts/chart-data.ts'
import type { ChartIncidentsProps } from '@playhead/question-kit/charts/chart-incidents.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { useRealtimeState } from '@playhead/web-kit/realtime/realtime-state.ts'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { incidentMarks } from '../../contract.ts'
import { incidentAddress } from '../incident-words.ts'
import { measurementsOf } from './same-measure.ts'
import { useIncidentPushes } from './use-incident-pushes.ts'

type Mark = CallResponse<typeof incidentMarks.listMarks>['data'][number]

const none: readonly ChartIncident[] = []
const noMarks: readonly Mark[] = []

/** A live chart moves every five seconds; its question moves once an hour. */
const liveStepSeconds = 3_600
/** Up to this range all charts of a screen share one question. */
const sharedMs = 7_200_000
/** Without a socket. */
const awayEveryMs = 15_000

const useMarks = ({ metric, from, to, isLive = false }: ChartIncidentsProps) => {
  const start = Math.floor(from / 1_000)
  const isAway = useRealtimeState() === 'away'
  const span = isLive
    ? { from: Math.floor(start / liveStepSeconds) * liveStepSeconds }
    : { from: start, until: Math.ceil(to / 1_000) }
  const isShared = to - from <= sharedMs
  const { data } = useQuery({
    ...query(
      incidentMarks.listMarks,
      { query: { ...span, ...(!isShared && { measurements: measurementsOf(metric) }) } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: isLive && isAway ? awayEveryMs : false,
  })
  return data?.data ?? noMarks
}

const Found = (props: ChartIncidentsProps) => {
  const { metric, onIncidents, isLive = false } = props
  const path = usePath()
  useIncidentPushes(isLive)
  const marks = useMarks(props)
  const incidents = useMemo(() => {
    const wanted = new Set(measurementsOf(metric))
    return marks
      .filter(({ measurement }) => wanted.has(measurement))
      .map((mark): ChartIncident => ({
        id: mark.id,
        from: mark.startTime * 1_000,
        to: mark.endTime === null ? undefined : mark.endTime * 1_000,
        label: mark.description,
        tone: mark.severity === 'alert' ? 'bad' : 'warn',
        href: path(incidentAddress(mark)),
      }))
  }, [marks, metric, path])
  useEffect(() => onIncidents(incidents), [onIncidents, incidents])
  useEffect(() => () => onIncidents(none), [onIncidents])
  return null
}

/** Nothing where alerts are not in the plan. */
export const Part = (props: ChartIncidentsProps) =>
  useFlags().alertingV2 && <Found key={props.metric} {...props} />
