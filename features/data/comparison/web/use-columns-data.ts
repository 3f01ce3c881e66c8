import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIsSlow } from '@playhead/question-kit/question/use-is-slow.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { comparisonEndpoints } from '../contract.ts'
import { allViews, type Columns } from './use-columns.ts'

/** Most questions are answered before. */
const sampleAfterMs = 150

/** When a question began that is still waited for. */
const useWaitingSince = (question: string, isWaiting: boolean) =>
  useMemo(
    () => (isWaiting ? Date.now() : undefined),
    // Another question is waited for anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [question, isWaiting],
  )

/** What each column holds: exact, or from a sample while the exact values take long. */
export const useColumnsData = (state: QuestionState, { dimension, values }: Columns) => {
  const asked = values.map((value) => ({
    query: { ...state.query, ...(value !== allViews && { dimension, value }) },
  }))
  const exact = useQueries({
    queries: asked.map((one) => ({
      ...query(comparisonEndpoints.retrieve, one, { quiet: true }),
      placeholderData: keepPreviousData,
    })),
  })
  const isWaiting = (place: number) =>
    exact[place]!.isFetching && (exact[place]!.isPending || exact[place]!.isPlaceholderData)
  const since = useWaitingSince(
    JSON.stringify(asked),
    exact.some((_, place) => isWaiting(place)),
  )
  const isSlow = useIsSlow(since, sampleAfterMs)
  const first = useQueries({
    queries: asked.map((one, place) => ({
      ...query(comparisonEndpoints.sample, one, { quiet: true }),
      enabled: isSlow && isWaiting(place),
    })),
  })
  return values.map((_, place) => {
    const answer = exact[place]!
    const sampled = isWaiting(place) ? (first[place]!.data?.data ?? undefined) : undefined
    return {
      answer,
      data: sampled ?? answer.data?.data,
      isStale: sampled === undefined && answer.isPlaceholderData,
      isSampled: sampled !== undefined,
      approximate: sampled === undefined ? answer.data?.meta.approximate : undefined,
    }
  })
}
