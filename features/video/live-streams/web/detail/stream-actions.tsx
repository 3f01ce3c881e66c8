import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { liveStreams } from '../../contract.ts'
import type { LiveStream } from '../live-stream-facts.ts'
import { useStreamCall } from './use-stream-call.ts'

const CompleteDialog = lazyDialog('CompleteDialog', () => import('./complete-dialog.tsx'))
const DisableDialog = lazyDialog('DisableDialog', () => import('./disable-dialog.tsx'))
const DeleteDialog = lazyDialog('DeleteDialog', () => import('./delete-dialog.tsx'))

const EnableButton = ({ stream }: { stream: LiveStream }) => {
  const enable = useStreamCall(liveStreams.enable, 'enable')
  const [isRunning, setIsRunning] = useState(false)
  const run = async () => {
    setIsRunning(true)
    await enable(stream, 'Live stream enabled')
    setIsRunning(false)
  }
  return (
    <Button isLoading={isRunning} onClick={() => void run()}>
      Enable
    </Button>
  )
}

type Asking = 'complete' | 'disable' | 'delete'

/** LIVE-006 … LIVE-009 */
export const StreamActions = ({ stream }: { stream: LiveStream }) => {
  const [asking, setAsking] = useState<Asking>()
  const dialog = (of: Asking) => ({
    stream,
    isOpen: asking === of,
    onClose: () => setAsking(undefined),
  })
  return (
    <>
      <CopyControl value={stream.id} label="Copy the live stream ID">
        <span className="font-text font-medium">Copy ID</span>
      </CopyControl>
      {stream.status === 'active' && (
        <Button onClick={() => setAsking('complete')}>Complete</Button>
      )}
      {stream.status === 'disabled' ? (
        <EnableButton stream={stream} />
      ) : (
        <Button onClick={() => setAsking('disable')}>Disable</Button>
      )}
      {stream.status !== 'active' && <Button onClick={() => setAsking('delete')}>Delete</Button>}
      <CompleteDialog {...dialog('complete')} />
      <DisableDialog {...dialog('disable')} />
      <DeleteDialog {...dialog('delete')} />
    </>
  )
}
