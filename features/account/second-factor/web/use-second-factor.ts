import { useQuery } from '@tanstack/react-query'
import type { CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { type Passkey as PasskeySchema, secondFactor, type SecondFactor } from '../contract.ts'

export type Factors = CamelOutput<typeof SecondFactor>
export type Passkey = CamelOutput<typeof PasskeySchema>

export const useSecondFactor = () => useQuery(query(secondFactor.retrieve, {}, { quiet: true }))
