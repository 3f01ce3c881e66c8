import { useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { sharedCosts } from '../../shared-costs-contract.ts'

export const useSharedCosts = () =>
  useQuery(query(sharedCosts.listSharedCosts, {}, { quiet: true }))

export type SharedCostsQuery = ReturnType<typeof useSharedCosts>
export type SharedCostList = NonNullable<SharedCostsQuery['data']>['data']
export type SharedCost = SharedCostList['costs'][number]
