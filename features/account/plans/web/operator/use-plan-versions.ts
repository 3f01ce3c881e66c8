import { useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { plans } from '../../contract.ts'

export const usePlanVersions = () => useQuery(query(plans.versions, {}, { quiet: true }))

export type VersionsQuery = ReturnType<typeof usePlanVersions>
export type PlanVersions = NonNullable<VersionsQuery['data']>['data']
export type PlanVersion = PlanVersions['versions'][number]
