import { useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { billing } from '../contract.ts'

export const useCap = () => useQuery(query(billing.retrieveCap, {}, { quiet: true }))

export type CapQuery = ReturnType<typeof useCap>
export type Cap = NonNullable<NonNullable<CapQuery['data']>['data']['cap']>
