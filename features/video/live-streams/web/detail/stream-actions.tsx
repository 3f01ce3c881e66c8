import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { MoreIcon } from '@playhead/ui/icons/icons.ts'
import { useCopy } from '@playhead/ui/buttons/use-copy.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { liveStreams } from '../../contract.ts'
import { type LiveStream, titleOf } from '../live-stream-facts.ts'
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

const MoreMenu = ({ stream, onDelete }: { stream: LiveStream; onDelete: () => void }) => {
  const { copy } = useCopy()
  const copyId = async () => {
    if (await copy(stream.id)) toasts.show({ type: 'success', title: 'Live stream ID copied' })
  }
  const label = `Actions for ${titleOf(stream)}`
  return (
    <LazyMenu
      label={label}
      placement="bottom end"
      trigger={<IconButton kind="secondary" icon={<MoreIcon size={16} />} label={label} />}
      items={[
        { id: 'copy', label: 'Copy ID', onSelect: () => void copyId() },
        ...(stream.status === 'active'
          ? []
          : [{ id: 'delete', label: 'Delete', isDanger: true, onSelect: onDelete }]),
      ]}
    />
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
      {stream.status === 'active' && (
        <Button onClick={() => setAsking('complete')}>Complete</Button>
      )}
      {stream.status === 'disabled' ? (
        <EnableButton stream={stream} />
      ) : (
        <Button onClick={() => setAsking('disable')}>Disable</Button>
      )}
      <MoreMenu stream={stream} onDelete={() => setAsking('delete')} />
      <CompleteDialog {...dialog('complete')} />
      <DisableDialog {...dialog('disable')} />
      <DeleteDialog {...dialog('delete')} />
    </>
  )
}
