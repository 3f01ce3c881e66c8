import { useUncachedCall } from '@playhead/web-kit/calls/use-uncached-call.ts'
import { signIn } from '../../contract.ts'
import { AboutPlayhead } from './about-playhead.tsx'

/** AUTH-003, AUTH-004. Loaded after the form, which does not wait for it. */
export const Marketing = () => {
  const { answer, isAsking } = useUncachedCall(signIn.options)
  // Drawn once it is known what belongs here, so that nothing moves later.
  if (!answer && isAsking) return null
  return <AboutPlayhead hasOffer={answer?.data.marketing ?? false} />
}
