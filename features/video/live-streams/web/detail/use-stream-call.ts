import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { liveStreams } from '../../contract.ts'
import type { LiveStream } from '../live-stream-facts.ts'
import { type FailingAction, sayFailure } from './say-failure.ts'

export interface AskingProps {
  stream: LiveStream
  isOpen: boolean
  onClose: () => void
}

type Action = (typeof liveStreams)['complete' | 'disable' | 'enable' | 'remove']

export const changesStream = [
  liveStreams.retrieve,
  liveStreams.list,
  liveStreams.events,
  liveStreams.logs,
]

/** Runs an action of one live stream; resolves to whether it worked. A toast says how it ended. */
export const useStreamCall = (endpoint: Action, action: FailingAction) => {
  const call = useCall(endpoint, {
    // What is deleted can no longer be read.
    invalidates: action === 'delete' ? [liveStreams.list] : changesStream,
    handleError: sayFailure(action),
  })
  return ({ id }: LiveStream, doneTitle: string) =>
    call.mutateAsync({ params: { id } }).then(
      () => {
        toasts.show({ type: 'success', title: doneTitle })
        return true
      },
      () => false,
    )
}
