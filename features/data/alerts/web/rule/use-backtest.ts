import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { alertRules } from '../../contract.ts'
import { bodyOf, isComplete, type RuleValues } from './rule-values.ts'

export type Backtest = CallResponse<typeof alertRules.backtest>['data']

const settledAfterMs = 400
const staleMs = 60_000

/** What neither opens nor closes an incident does not ask anew. */
const judgedBody = (values: RuleValues) =>
  bodyOf({ ...values, name: '', channelIds: null, severity: 'alert', isEnabled: true })

type Body = ReturnType<typeof judgedBody>

/** The text of the last complete rule that stood for 400 ms; the first one counts at once. */
const useSettled = (text: string | undefined) => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === undefined) return
    const timer = setTimeout(() => setSettled(text), settledAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

export const useBacktest = (values: RuleValues, days: number) => {
  const text = isComplete(values) ? JSON.stringify(judgedBody(values)) : undefined
  const settled = useSettled(text)
  const answer = useQuery({
    ...query(
      alertRules.backtest,
      { body: { alertRule: JSON.parse(settled ?? '{}') as Body, days } },
      { quiet: true },
    ),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  })
  const [kept, setKept] = useState<Backtest>()
  const current = answer.data?.data
  if (current && current !== kept) setKept(current)
  // A question that fails has no data, not even that of the one before it.
  const isKept = current === undefined && answer.isError
  return {
    backtest: isKept ? kept : current,
    /** Nothing is asked until the rule is complete. */
    isIncomplete: text === undefined,
    /** Days that the shown answer is about. */
    isStale: text !== settled || answer.isPlaceholderData,
    error: answer.isError && !answer.isFetching ? answer.error : null,
    isFetching: answer.isFetching,
    retry: () => void answer.refetch(),
  }
}

export type BacktestState = ReturnType<typeof useBacktest>
