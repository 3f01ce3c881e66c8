import { useEffect, useState } from 'react'
import { useStore } from '@playhead/web-kit/external-store.ts'
import { CreateAssetDialog } from './create-asset-dialog.tsx'
import { followAssets } from './follow-assets.ts'
import { UploadsPanel } from './uploads-panel.tsx'
import { uploadsStore } from './uploads-store.ts'
import './uploads.css'

interface UploadsProps {
  isCreating: boolean
  onClose: () => void
}

/** What the hash opens, and what stays afterwards as long as the page does. */
export const Uploads = ({ isCreating, onClose }: UploadsProps) => {
  const shown = useStore(uploadsStore).filter(({ status }) => status !== 'waiting')
  // Hidden are those that were there; another start brings the panel back.
  const attempts = shown.reduce((sum, upload) => sum + upload.attempts, 0)
  const [hiddenAt, setHiddenAt] = useState<number>()
  useEffect(() => followAssets(), [])
  return (
    <>
      {isCreating && <CreateAssetDialog onClose={onClose} />}
      {shown.length > 0 && (hiddenAt === undefined || attempts > hiddenAt) && (
        <UploadsPanel uploads={shown} onHide={() => setHiddenAt(attempts)} />
      )}
    </>
  )
}
