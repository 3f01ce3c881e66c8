import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'

const CreateLiveStreamDialog = lazyDialog(
  'CreateLiveStreamDialog',
  () => import('./create-live-stream-dialog.tsx'),
)

export const CreateLiveStreamButton = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="primary" icon={<PlusIcon size={14} />} onClick={() => setIsOpen(true)}>
        Create New Live Stream
      </Button>
      <CreateLiveStreamDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
