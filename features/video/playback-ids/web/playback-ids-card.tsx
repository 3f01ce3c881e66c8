import { useState } from 'react'
import type { PlaybackId } from '@playhead/features/video/assets/web'
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

const ConfirmDialog = lazyDialog(
  'ConfirmDialog',
  () => import('@playhead/ui/overlays/confirm-dialog.tsx'),
)

const policyWords = { public: 'Public', signed: 'Signed', drm: 'DRM' } as const

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

export interface PlaybackIdCalls {
  isAdding: boolean
  /** Failures are shown by the call itself. */
  add: (policy: 'public' | 'signed', onDone: () => void) => void
  remove: (id: string) => Promise<unknown>
}

interface PlaybackIdsCardProps extends PlaybackIdCalls {
  /** In the middle of a sentence: `asset`. */
  noun: string
  playbackIds: readonly PlaybackId[]
}

const sayAdded = () => toasts.show({ type: 'success', title: 'Playback ID added' })

export const PlaybackIdsCard = (props: PlaybackIdsCardProps) => {
  const { noun, playbackIds, isAdding, add, remove } = props
  const [toRemove, setToRemove] = useState<PlaybackId>()
  const confirm = async () => {
    if (toRemove) await remove(toRemove.id)
  }
  return (
    <Card
      isFlush
      title="Playback IDs"
      description="Players ask for a playback ID. Public ones play for everyone, signed ones only with a token."
      actions={
        <>
          <Button isLoading={isAdding} onClick={() => add('public', sayAdded)}>
            Add public ID
          </Button>
          <Button isLoading={isAdding} onClick={() => add('signed', sayAdded)}>
            Add signed ID
          </Button>
        </>
      }
    >
      <DataTable
        label="Playback IDs"
        columns={columns(setToRemove)}
        rows={playbackIds}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No playback ID">
            Without one this {noun} cannot be played. Add a public or a signed one.
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
        Players that use it stop at once, wherever it is embedded.
      </ConfirmDialog>
    </Card>
  )
}
