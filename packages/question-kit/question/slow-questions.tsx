import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { useOldestQuestion } from '@playhead/web-kit/calls/requests-in-flight.ts'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { useIsSlow } from './use-is-slow.ts'

const slowMs = 1_000

const SayNothing = () => null

/**
 * Few questions are slow. They are also slow while the server is away: then this part cannot be loaded either, and must not
 * take the screen along, which still shows what it has.
 */
const SlowProgress = lazyPart(
  'SlowProgress',
  () => import('./slow-progress.tsx').catch(() => ({ SlowProgress: SayNothing })),
  null,
)

/** Says how far questions are that take longer than a second, and stops them. */
export const SlowQuestions = () => {
  const isSlow = useIsSlow(useOldestQuestion(), slowMs)
  return (
    <>
      <VisuallyHidden>
        <output>{isSlow && 'Reading views takes longer than usual.'}</output>
      </VisuallyHidden>
      {isSlow && <SlowProgress />}
    </>
  )
}
