import { useEffect, useState } from 'react'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { useOldestQuestion } from '@playhead/web-kit/calls/requests-in-flight.ts'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'

const slowMs = 1_000

const useIsSlow = (askedMs: number | undefined) => {
  const [slow, setSlow] = useState<number>()
  useEffect(() => {
    if (askedMs === undefined) return
    const timer = setTimeout(() => setSlow(askedMs), Math.max(0, askedMs + slowMs - Date.now()))
    return () => clearTimeout(timer)
  }, [askedMs])
  return askedMs !== undefined && slow === askedMs
}

/** Few questions are slow. */
const SlowProgress = lazyPart('SlowProgress', () => import('./slow-progress.tsx'), null)

/** Says how far questions are that take longer than a second, and stops them. */
export const SlowQuestions = () => {
  const isSlow = useIsSlow(useOldestQuestion())
  return (
    <>
      <VisuallyHidden>
        <output>{isSlow && 'Reading views takes longer than usual.'}</output>
      </VisuallyHidden>
      {isSlow && <SlowProgress />}
    </>
  )
}
