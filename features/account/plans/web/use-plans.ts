import { useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { plans } from '../contract.ts'

/** BILL-035: plans change so rarely that a page asks once. */
export const usePlans = () =>
  useQuery({ ...query(plans.list, {}, { quiet: true }), staleTime: Infinity, gcTime: Infinity })

export type PlansQuery = ReturnType<typeof usePlans>
export type Plans = NonNullable<PlansQuery['data']>['data']
export type Plan = Plans['plans'][number]
export type Current = NonNullable<Plans['current']>

/** BILL-011: a version that is no longer offered. */
export const isLegacy = ({ current, plans: offered }: Plans) =>
  current !== null &&
  !offered.some(({ id, version }) => id === current.planId && version === current.planVersion)
