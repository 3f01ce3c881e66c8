import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { serverAlerts } from '../contract.ts'

const refreshMs = 10_000

export const useServerAlerts = () =>
  useQuery({
    ...query(serverAlerts.retrieve, {}, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })

export type ServerAlertsQuery = ReturnType<typeof useServerAlerts>
type Loaded = NonNullable<ServerAlertsQuery['data']>['data']
export type CheckRow = Loaded['checks'][number]
export type ReceiverRow = Loaded['channels'][number]
export type ServerAlertRow = Loaded['alerts'][number]
