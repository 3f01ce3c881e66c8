import { useEffect, useState } from 'react'
import { demoMessage } from '@playhead/contract-kit/error-messages.ts'
import { errorEffects } from '@playhead/web-kit/errors/error-effects.ts'
import { useStore } from '@playhead/web-kit/external-store.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import { CreateAssetDialog } from './dialog/create-asset-dialog.tsx'
import { followAssets } from './queue/follow-assets.ts'
import { findInterrupted, interruptedStore } from './queue/interrupted-uploads.ts'
import { UploadsPanel } from './panel/uploads-panel.tsx'
import { uploadsStore } from './queue/uploads-store.ts'
import './uploads.css'

interface UploadsProps {
  isCreating: boolean
  onClose: () => void
}

/** A visitor of a demo reads it where the dialog would open, not after three steps. DEMO-004 */
const useRefusal = (isRefused: boolean, onClose: () => void) =>
  useEffect(() => {
    if (!isRefused) return
    errorEffects.showDemo([demoMessage])
    onClose()
  }, [isRefused, onClose])

/** The dialog that the hash opens, and the panel that stays as long as the page. */
export const Uploads = ({ isCreating, onClose }: UploadsProps) => {
  const shown = useStore(uploadsStore).filter(({ status }) => status !== 'waiting')
  // The user hides the uploads of that moment; a new start shows the panel again.
  const attempts = shown.reduce((sum, upload) => sum + upload.attempts, 0)
  const interrupted = useStore(interruptedStore)
  const [hiddenAt, setHiddenAt] = useState<number>()
  const isVisitor = useSession().session?.visitor === true
  useRefusal(isCreating && isVisitor, onClose)
  useEffect(() => followAssets(), [])
  useEffect(() => void findInterrupted(), [])
  return (
    <>
      {isCreating && !isVisitor && <CreateAssetDialog onClose={onClose} />}
      {shown.length + interrupted.length > 0 && (hiddenAt === undefined || attempts > hiddenAt) && (
        <UploadsPanel
          interrupted={interrupted}
          uploads={shown}
          onHide={() => setHiddenAt(attempts)}
        />
      )}
    </>
  )
}
