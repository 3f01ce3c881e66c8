import type { ReactNode } from 'react'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { useUncachedCall } from '@playhead/web-kit/calls/use-uncached-call.ts'
import { signIn } from '../contract.ts'

export type SignInOptions = CallResponse<typeof signIn.options>['data']

/** A skeleton with the shape of the form, so that nothing moves when it appears. */
export const FormSkeleton = ({ fieldCount }: { fieldCount: number }) => {
  return (
    <Loading label="Loading">
      <div className="flex flex-col gap-4">
        <Skeleton width="55%" height={34} />
        {Array.from({ length: fieldCount }, (_, index) => (
          <div key={index} className="flex flex-col gap-1">
            <Skeleton width={90} />
            <Skeleton height={42} radius={7} />
          </div>
        ))}
        <Skeleton height={42} radius={7} />
      </div>
    </Loading>
  )
}

interface WithSignInOptionsProps {
  fieldCount: number
  children: (options: SignInOptions) => ReactNode
}

/** The form depends on what the server offers, so it waits for that answer. */
export const WithSignInOptions = ({ fieldCount, children }: WithSignInOptionsProps) => {
  const { answer, isFailed, isAsking, askAgain } = useUncachedCall(signIn.options)
  if (answer) return children(answer.data)
  if (isFailed)
    return (
      <FailedState
        title="Playhead can’t be reached"
        message="The server did not answer. Check your connection, then try again."
        onRetry={askAgain}
        isRetrying={isAsking}
      />
    )
  return <FormSkeleton fieldCount={fieldCount} />
}
