import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { alertIncidents, alertLimits } from '../contract.ts'

/** Rules are judged every five seconds. */
const refreshMs = 5_000

interface IncidentQuery {
  status?: 'open' | 'closed' | 'resolved' | 'expired'
  type?: 'threshold' | 'anomaly'
  rule?: string
  page?: number
  limit?: number
}

export const useIncidentPage = ({
  page = 1,
  limit = alertLimits.incidentsPage,
  ...filter
}: IncidentQuery) =>
  useQuery({
    ...query(alertIncidents.listIncidents, { query: { ...filter, page, limit } }, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

export const useIncident = (id: string) =>
  useQuery({
    ...query(alertIncidents.retrieveIncident, { params: { id } }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.data.status === 'open' ? refreshMs : false),
  })

const incidentReads = [alertIncidents.listIncidents, alertIncidents.retrieveIncident]

/** For a dialog, which shows its failure itself. */
export const useSnooze = () =>
  useCall(alertIncidents.snooze, { invalidates: incidentReads, quiet: true })

export const useIncidentCalls = () => ({
  acknowledge: useCall(alertIncidents.acknowledge, { invalidates: incidentReads }),
  resolve: useCall(alertIncidents.resolve, { invalidates: incidentReads, quiet: true }),
  snooze: useCall(alertIncidents.snooze, { invalidates: incidentReads }),
})
