import { useState } from 'react'
import { assets } from '@playhead/features/video/assets/contract'
import {
  type Asset,
  shownPlaybackId,
  type StaticRendition,
} from '@playhead/features/video/assets/web'
import { usePreviewTokens } from '@playhead/features/video/preview-tokens/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { staticRenditions as endpoints } from '../contract.ts'
import { renditionColumns } from './rendition-columns.tsx'

const AddFileDialog = lazyDialog('AddFileDialog', () => import('./add-file-dialog.tsx'))
const ConfirmDialog = lazyDialog(
  'ConfirmDialog',
  () => import('@playhead/ui/overlays/confirm-dialog.tsx'),
)

export const invalidatedByFiles = [assets.retrieve, assets.events, assets.logs]

export const RenditionsCard = ({ asset }: { asset: Asset }) => {
  const [isAdding, setIsAdding] = useState(false)
  const [toRemove, setToRemove] = useState<StaticRendition>()
  const remove = useCall(endpoints.remove, { invalidates: invalidatedByFiles, quiet: true })
  const shown = shownPlaybackId(asset)
  const isSigned = shown?.policy === 'signed'
  const token = usePreviewTokens(isSigned ? [shown.id] : []).of(shown?.id ?? '')?.video
  const confirm = async () => {
    if (toRemove)
      await remove.mutateAsync({ params: { id: asset.id, staticRenditionId: toRemove.id } })
  }
  const add = asset.status !== 'errored' && (
    <Button icon={<PlusIcon size={14} />} onClick={() => setIsAdding(true)}>
      Add file
    </Button>
  )
  return (
    <Card
      isFlush
      title="Static renditions"
      description="Whole files to download, and for players that can’t stream"
      actions={add}
    >
      <DataTable
        label="Static renditions"
        columns={renditionColumns({
          playbackId: !isSigned || token !== undefined ? shown?.id : undefined,
          token,
          onRemove: setToRemove,
        })}
        rows={asset.staticRenditions?.files ?? []}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No files">
            Add one in the size you need, then download it here or by its address.
          </EmptyState>
        }
      />
      <AddFileDialog asset={asset} isOpen={isAdding} onClose={() => setIsAdding(false)} />
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        isDanger
        title={`Delete ${toRemove?.name ?? ''}?`}
        confirmLabel="Delete file"
        onClose={() => setToRemove(undefined)}
        onConfirm={confirm}
        doneToast="File deleted"
      >
        Its address stops working. It can be made again.
      </ConfirmDialog>
    </Card>
  )
}
