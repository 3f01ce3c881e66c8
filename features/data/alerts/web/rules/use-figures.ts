import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { alertRules } from '../../contract.ts'

export type RuleFigures = CallResponse<typeof alertRules.figures>['data']

const staleMs = 60_000

const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** What each rule did in the last 30 days, by its id. */
export const useFigures = () => {
  const answer = useQuery({
    ...query(alertRules.listFigures, { query: { timeZone: timeZone() } }, { quiet: true }),
    staleTime: staleMs,
  })
  const figures = useMemo(
    () => new Map((answer.data?.data ?? []).map((one) => [one.alertRuleId, one])),
    [answer.data],
  )
  return { figures, isPending: answer.isPending, isError: answer.isError }
}

/** With a proposal for a noisy one. */
export const useRuleFigures = (id: string) =>
  useQuery({
    ...query(
      alertRules.figures,
      { params: { id }, query: { timeZone: timeZone() } },
      { quiet: true },
    ),
    staleTime: staleMs,
  })
