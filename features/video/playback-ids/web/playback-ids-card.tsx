import { useState } from 'react'
import { assets } from '@playhead/features/video/assets/contract'
import type { Asset, PlaybackId } from '@playhead/features/video/assets/web'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { GlobeIcon, LockIcon, TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { playbackIds as endpoints } from '../contract.ts'

const ConfirmDialog = lazyDialog(
  'ConfirmDialog',
  () => import('@playhead/ui/overlays/confirm-dialog.tsx'),
)

const policyWords = { public: 'Public', signed: 'Signed', drm: 'DRM' } as const

const invalidates = [assets.retrieve, assets.events, assets.logs]

const columns = (onRemove: (id: PlaybackId) => void): Column<PlaybackId>[] => [
  {
    id: 'id',
    title: 'Playback ID',
    isMain: true,
    render: ({ id }) => <CopyControl value={id} label="Copy the playback ID" />,
  },
  {
    id: 'policy',
    title: 'Policy',
    width: 140,
    render: ({ policy }) => (
      <Badge icon={policy === 'public' ? <GlobeIcon size={12} /> : <LockIcon size={12} />}>
        {policyWords[policy]}
      </Badge>
    ),
  },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    width: 50,
    render: (playbackId) => (
      <IconButton
        size="sm"
        icon={<TrashIcon size={14} />}
        label={`Delete the playback ID ${playbackId.id}`}
        onClick={() => onRemove(playbackId)}
      />
    ),
  },
]

export const PlaybackIdsCard = ({ asset }: { asset: Asset }) => {
  const [toRemove, setToRemove] = useState<PlaybackId>()
  const create = useCall(endpoints.create, { invalidates })
  const remove = useCall(endpoints.remove, { invalidates, quiet: true })
  const params = { id: asset.id }
  const add = (policy: 'public' | 'signed') =>
    create.mutate(
      { params, body: { policy } },
      { onSuccess: () => toasts.show({ type: 'success', title: 'Playback ID added' }) },
    )
  const confirm = async () => {
    if (toRemove) await remove.mutateAsync({ params: { ...params, playbackId: toRemove.id } })
  }
  return (
    <Card
      isFlush
      title="Playback IDs"
      description="What players ask for. Public ones play for everybody, signed ones only with a token."
      actions={
        <>
          <Button isLoading={create.isPending} onClick={() => add('public')}>
            Add public ID
          </Button>
          <Button isLoading={create.isPending} onClick={() => add('signed')}>
            Add signed ID
          </Button>
        </>
      }
    >
      <DataTable
        label="Playback IDs"
        columns={columns(setToRemove)}
        rows={asset.playbackIds ?? []}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No playback ID">
            Without one this asset cannot be played. Add a public or a signed one.
          </EmptyState>
        }
      />
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        isDanger
        title="Delete this playback ID?"
        confirmLabel="Delete playback ID"
        onClose={() => setToRemove(undefined)}
        onConfirm={confirm}
        doneToast="Playback ID deleted"
      >
        Whatever plays by it stops at once, wherever it is embedded.
      </ConfirmDialog>
    </Card>
  )
}
