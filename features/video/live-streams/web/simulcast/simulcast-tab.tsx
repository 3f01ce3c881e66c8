import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { liveLimits, liveStreams } from '../../contract.ts'
import { changesStream } from '../detail/use-stream-call.ts'
import { type SimulcastTarget, stateOf } from '../live-stream-facts.ts'
import { SecretValue } from '../secret-value.tsx'
import type { PartProps } from '../slots.ts'
import { failureOf, nameOf } from './target-facts.ts'
import { TargetStatus } from './target-status.tsx'
import { type Tries, useTries } from './use-tries.ts'

const AddTargetDialog = lazyDialog('AddTargetDialog', () => import('./add-target-dialog.tsx'))
const ConfirmDialog = lazyDialog(
  'ConfirmDialog',
  () => import('@playhead/ui/overlays/confirm-dialog.tsx'),
)

interface Options {
  isIdle: boolean
  tries: ReadonlyMap<string, Tries>
  onRemove: (target: SimulcastTarget) => void
}

const columns = ({ isIdle, tries, onRemove }: Options): Column<SimulcastTarget>[] => [
  {
    id: 'name',
    title: 'Target',
    isMain: true,
    render: (target) => (
      <span className="min-w-0">
        <span className="block font-medium">{nameOf(target)}</span>
        <span className="block font-mono text-xs break-all text-ink-3">{target.url}</span>
        {target.errorMessage && (
          <span className="block text-sm break-words text-bad">
            {failureOf(target, tries.get(target.id))}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'key',
    title: 'Stream key',
    width: 280,
    render: ({ streamKey }) =>
      streamKey ? <SecretValue value={streamKey} name="key of the target" /> : '–',
  },
  {
    id: 'status',
    title: 'Status',
    width: 150,
    render: (target) => <TargetStatus target={target} tries={tries.get(target.id)} />,
  },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    align: 'end',
    width: 50,
    render: (target) => (
      <IconButton
        size="sm"
        icon={<TrashIcon size={14} />}
        label={`Delete the target ${nameOf(target)}`}
        disabled={!isIdle}
        onClick={() => onRemove(target)}
      />
    ),
  },
]

export const SimulcastTab = ({ stream }: PartProps) => {
  const [isAdding, setIsAdding] = useState(false)
  const [toRemove, setToRemove] = useState<SimulcastTarget>()
  const remove = useCall(liveStreams.removeSimulcastTarget, {
    invalidates: changesStream,
    quiet: true,
  })
  const targets = stream.simulcastTargets ?? []
  const tries = useTries(stream)
  const isIdle = !['active', 'connecting'].includes(stateOf(stream))
  const canAdd = isIdle && targets.length < liveLimits.simulcastTargetsMax
  const confirm = async () => {
    if (toRemove) await remove.mutateAsync({ params: { id: stream.id, targetId: toRemove.id } })
  }
  const addButton = (
    <Button kind="primary" disabled={!canAdd} onClick={() => setIsAdding(true)}>
      Add target
    </Button>
  )
  return (
    <Card
      isFlush
      title="Simulcast targets"
      description={
        isIdle
          ? `Each broadcast is also sent to these targets, exactly as the encoder sends it. At most ${liveLimits.simulcastTargetsMax}.`
          : 'Add and delete targets between broadcasts.'
      }
      actions={targets.length > 0 && addButton}
    >
      <DataTable
        label="Simulcast targets"
        columns={columns({ isIdle, tries, onRemove: setToRemove })}
        rows={targets}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No targets" action={addButton}>
            Add an address to send every broadcast there too, without a second upload.
          </EmptyState>
        }
      />
      <AddTargetDialog streamId={stream.id} isOpen={isAdding} onClose={() => setIsAdding(false)} />
      <ConfirmDialog
        isOpen={toRemove !== undefined}
        isDanger
        title={`Delete ${toRemove ? nameOf(toRemove) : 'this target'}?`}
        confirmLabel="Delete target"
        onClose={() => setToRemove(undefined)}
        onConfirm={confirm}
        doneToast="Target deleted"
      >
        The next broadcast is not sent there.
      </ConfirmDialog>
    </Card>
  )
}
