import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isWaitedFor, useWaitsLong } from '@playhead/question-kit/question/first-answer.ts'
import type { CallInput } from '@playhead/web-kit/calls/call.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { why } from '../contract.ts'

/** How a change is explained: by all views or, while that takes long, by a sample. ADR 0122 */
export const useChange = (input: CallInput<typeof why.changes>) => {
  const answer = useQuery({
    ...query(why.changes, input, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const isWaiting = isWaitedFor(answer)
  const asked = JSON.stringify(input)
  const waitsLong = useWaitsLong(asked, isWaiting)
  const first = useQuery({
    ...query<typeof why.sampleChanges>(why.sampleChanges, input, { quiet: true }),
    enabled: waitsLong && isWaiting,
  })
  // A sample that explains nothing says nothing: all views may.
  const found = first.data?.data?.rows.length ? first.data.data : undefined
  const isFirst = isWaiting && found !== undefined
  const [firstOf, setFirstOf] = useState<string>()
  if (isFirst && firstOf !== asked) setFirstOf(asked)
  return {
    answer,
    change: isFirst ? found : answer.data?.data,
    isFirst,
    /** A first answer is from one view in so many. */
    sampleOf: isFirst ? found.sampleOf : undefined,
    /** Whether a first answer to this question was shown. */
    hadFirst: firstOf === asked,
    isStale: !isFirst && answer.isPlaceholderData,
  }
}
