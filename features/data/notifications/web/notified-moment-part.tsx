import { useEffect, useMemo } from 'react'
import type { IncidentMomentsProps } from '@playhead/features/data/alerts/slots'
import { type Notification, useIncidentNotifications } from './use-incident-notifications.ts'

/** When the first channel took the opening, and how many did. */
const notifiedMoment = (notifications: readonly Notification[]) => {
  const times = notifications.flatMap(({ kind, status, attemptedAt }) =>
    kind === 'opened' && status === 'sent' && attemptedAt !== null ? Date.parse(attemptedAt) : [],
  )
  if (times.length === 0) return []
  const channels = times.length === 1 ? '1 channel' : `${times.length} channels`
  return [{ id: 'notified', time: Math.min(...times), label: `Notified ${channels}` }]
}

/** Marks on the chart of an incident when people were notified. */
export const Part = ({ incident, onMoments }: IncidentMomentsProps) => {
  const { data } = useIncidentNotifications(incident)
  const moments = useMemo(() => notifiedMoment(data?.data ?? []), [data])
  useEffect(() => onMoments(moments), [onMoments, moments])
  useEffect(() => () => onMoments([]), [onMoments])
  return null
}
