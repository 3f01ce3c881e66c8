import { useState } from 'react'
import { assets } from '@playhead/features/video/assets/contract'
import type { Asset, Track } from '@playhead/features/video/assets/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { tracks as endpoints } from '../contract.ts'
import { trackColumns, trackName } from './track-columns.tsx'

const AddTrackDialog = lazyDialog('AddTrackDialog', () => import('./add-track-dialog.tsx'))
const CaptionsDialog = lazyDialog('CaptionsDialog', () => import('./captions-dialog.tsx'))
const RenameTrackDialog = lazyDialog('RenameTrackDialog', () => import('./rename-track-dialog.tsx'))
const ConfirmDialog = lazyDialog(
  'ConfirmDialog',
  () => import('@playhead/ui/overlays/confirm-dialog.tsx'),
)

export const invalidatedByTracks = [assets.retrieve, assets.events, assets.logs]

type Doing = { kind: 'add' | 'captions' } | { kind: 'rename' | 'remove'; track: Track }

export const Part = ({ asset }: { asset: Asset }) => {
  const [doing, setDoing] = useState<Doing>()
  const remove = useCall(endpoints.remove, { invalidates: invalidatedByTracks, quiet: true })
  const all = asset.tracks ?? []
  const sound = all.filter(({ type, status }) => type === 'audio' && status === 'ready')
  const isReady = asset.status === 'ready'
  const close = () => setDoing(undefined)
  const removed = doing?.kind === 'remove' ? doing.track : undefined
  const confirm = async () => {
    if (removed) await remove.mutateAsync({ params: { id: asset.id, trackId: removed.id } })
  }
  return (
    <Card
      isFlush
      title="Tracks"
      description={
        isReady
          ? 'Picture, sound and text that players offer'
          : 'Tracks can be added once the asset is ready'
      }
      actions={
        isReady && (
          <>
            {sound.length > 0 && (
              <Button onClick={() => setDoing({ kind: 'captions' })}>Generate captions</Button>
            )}
            <Button icon={<PlusIcon size={14} />} onClick={() => setDoing({ kind: 'add' })}>
              Add track
            </Button>
          </>
        )
      }
    >
      <DataTable
        label="Tracks"
        columns={trackColumns({ asset, onAction: (kind, track) => setDoing({ kind, track }) })}
        rows={all}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No tracks yet">
            They are listed here once the file has been examined.
          </EmptyState>
        }
      />
      <AddTrackDialog asset={asset} isOpen={doing?.kind === 'add'} onClose={close} />
      <CaptionsDialog
        asset={asset}
        sound={sound}
        isOpen={doing?.kind === 'captions'}
        onClose={close}
      />
      {doing?.kind === 'rename' && (
        <RenameTrackDialog asset={asset} track={doing.track} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={removed !== undefined}
        isDanger
        title={`Delete the track ${removed ? trackName(removed) : ''}?`}
        confirmLabel="Delete track"
        onClose={close}
        onConfirm={confirm}
        doneToast="Track deleted"
      >
        Players stop offering it. This cannot be undone.
      </ConfirmDialog>
    </Card>
  )
}
