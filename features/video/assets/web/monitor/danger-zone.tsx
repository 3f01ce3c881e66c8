import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import type { Asset } from '../asset-facts.ts'

const DeleteAssetDialog = lazyDialog(
  'DeleteAssetDialog',
  () => import('../delete-asset-dialog.tsx'),
)

/** ASST-006 */
export const DangerZone = ({ asset }: { asset: Asset }) => {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Card
      title="Danger zone"
      description="A deleted asset stops playing everywhere at once and cannot be brought back."
    >
      <Button kind="danger" icon={<TrashIcon size={14} />} onClick={() => setIsAsking(true)}>
        Delete asset
      </Button>
      <DeleteAssetDialog asset={asset} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </Card>
  )
}
