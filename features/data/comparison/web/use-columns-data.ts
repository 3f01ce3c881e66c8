import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { isWaitedFor, useWaitsLong } from '@playhead/question-kit/question/first-answer.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { comparisonEndpoints } from '../contract.ts'
import { allViews, type Columns } from './use-columns.ts'

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
  const isWaiting = (place: number) => isWaitedFor(exact[place]!)
  const waitsLong = useWaitsLong(
    JSON.stringify(asked),
    exact.some((_, place) => isWaiting(place)),
  )
  const first = useQueries({
    queries: asked.map((one, place) => ({
      ...query(comparisonEndpoints.sample, one, { quiet: true }),
      enabled: waitsLong && isWaiting(place),
    })),
  })
  return values.map((_, place) => {
    const answer = exact[place]!
    const sampled = isWaiting(place) ? (first[place]!.data?.data ?? undefined) : undefined
    return {
      answer,
      data: sampled ?? answer.data?.data,
      isStale: sampled === undefined && answer.isPlaceholderData,
      sampleOf: sampled?.sampleOf,
      approximate: sampled === undefined ? answer.data?.meta.approximate : undefined,
    }
  })
}
