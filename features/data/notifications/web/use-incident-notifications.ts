import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Incident } from '@playhead/features/data/alerts/web'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { incidentNotifications } from '../contract.ts'

export type Notification = CallResponse<typeof incidentNotifications.listSent>['data'][number]

const refreshMs = 5_000
const freshSeconds = 300
const listedMax = 100

/** Open, or ended so lately that the message of its end may not be queued yet. */
const isFresh = ({ endTime }: Incident) =>
  endTime === null || Date.now() / 1_000 - endTime < freshSeconds

/** What was sent about an incident; the table and the chart of its page share the question. */
export const useIncidentNotifications = (incident: Incident) =>
  useQuery({
    ...query(
      incidentNotifications.listSent,
      { params: { id: incident.id }, query: { page: 1, limit: listedMax } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      isFresh(incident) || state.data?.data.some((one) => one.status === 'pending')
        ? refreshMs
        : false,
  })
