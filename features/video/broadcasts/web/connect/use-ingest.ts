import { useQuery } from '@tanstack/react-query'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { broadcasts } from '../../contract.ts'

export type IngestAddress = CallResponse<typeof broadcasts.ingest>['data'][number]
export type Protocol = IngestAddress['protocol']

/** Settings of the server: they change with a restart only. */
export const useIngest = () =>
  useQuery({ ...query(broadcasts.ingest, {}, { quiet: true }), staleTime: 300_000 })
