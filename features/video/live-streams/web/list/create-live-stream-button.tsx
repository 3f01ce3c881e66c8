import { useState } from 'react'
import { demoMessage } from '@playhead/contract-kit/error-messages.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { errorEffects } from '@playhead/web-kit/errors/error-effects.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'

const CreateLiveStreamDialog = lazyDialog(
  'CreateLiveStreamDialog',
  () => import('./create-live-stream-dialog.tsx'),
)

export const CreateLiveStreamButton = () => {
  const [isOpen, setIsOpen] = useState(false)
  const isVisitor = useSession().session?.visitor === true
  // A visitor of a demo reads it where the dialog would open, not after filling it in. DEMO-004
  const open = () => (isVisitor ? errorEffects.showDemo([demoMessage]) : setIsOpen(true))
  return (
    <>
      <Button kind="primary" icon={<PlusIcon size={14} />} onClick={open}>
        Create New Live Stream
      </Button>
      <CreateLiveStreamDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
