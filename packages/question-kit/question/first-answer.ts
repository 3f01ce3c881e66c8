import { useMemo } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { useIsSlow } from './use-is-slow.ts'

/** A first answer is from one view in so many. ADR 0122 */
export const firstLookText = (sampleOf: number): string =>
  `First look, from 1 view in ${formatNumber(sampleOf)}.`

/** Most questions are answered before. */
const firstAnswerAfterMs = 150

/** Whether an answer is waited for so long that a first one from a sample is worth asking for. */
export const useWaitsLong = (question: string, isWaiting: boolean) => {
  const since = useMemo(
    () => (isWaiting ? Date.now() : undefined),
    // Another question is waited for anew.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [question, isWaiting],
  )
  return useIsSlow(since, firstAnswerAfterMs)
}

/** Whether an answer is on its way that the screen has nothing of, or only that of the question before. */
export const isWaitedFor = (answer: {
  isFetching: boolean
  isPending: boolean
  isPlaceholderData: boolean
}) => answer.isFetching && (answer.isPending || answer.isPlaceholderData)
