import { useMemo, useState } from 'react'
import { alertIncidents } from '@playhead/features/data/alerts/contract'
import { AlertsHeader, useAllRules } from '@playhead/features/data/alerts/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useSearchValue, useSetSearch } from '@playhead/web-kit/navigation/navigation.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { useFlags, useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { silenceLimits, silences } from '../../contract.ts'
import { MutesCard } from '../mutes/mutes-card.tsx'
import { type SilenceAction, silenceColumns } from './silence-columns.tsx'
import { stateLabel, stateOf, type SilenceState } from './silence-words.ts'
import { type Silence, useSilences } from './use-silences.ts'

const SilenceFormDialog = lazyDialog('SilenceFormDialog', () => import('./silence-form-dialog.tsx'))
const DeleteSilenceDialog = lazyDialog(
  'DeleteSilenceDialog',
  () => import('./delete-silence-dialog.tsx'),
)

const states = ['active', 'planned', 'ended'] as const
const interactions = { onKeyDown: onRowKeys }

type Shown = SilenceState | 'all'

const shownOptions: { value: Shown; label: string }[] = [
  { value: 'all', label: 'All' },
  ...states.map((value) => ({ value, label: stateLabel[value] })),
]

const order = { active: 0, planned: 1, ended: 2 } as const

/** Active ones first, then those that come soonest, then those that ended last. */
const sorted = (list: readonly Silence[], nowMs: number) =>
  list.toSorted((one, other) => {
    const [state, next] = [stateOf(one, nowMs), stateOf(other, nowMs)]
    if (state !== next) return order[state] - order[next]
    return state === 'ended'
      ? other.endsAt.localeCompare(one.endsAt)
      : one.startsAt.localeCompare(other.startsAt)
  })

const useEnd = () => {
  const update = useCall(silences.updateSilence, {
    invalidates: [silences.listSilences, alertIncidents.retrieveIncident],
  })
  return ({ id }: Silence) =>
    update.mutate(
      { params: { id }, body: { silence: { endsAt: new Date().toISOString() } } },
      { onSuccess: () => void toasts.show({ type: 'success', title: 'The silence has ended' }) },
    )
}

const useShown = () => {
  const asked = useSearchValue('state')
  const setSearch = useSetSearch()
  const shown: Shown = states.find((state) => state === asked) ?? 'all'
  const setShown = (next: Shown) => setSearch({ state: next === 'all' ? undefined : next })
  return { shown, setShown }
}

/** The silences of the environment: those that hold back now, come, and are over. */
export const Screen = () => {
  const isAdmin = useIsAdmin()
  const list = useSilences()
  const { alertingV2 } = useFlags()
  const { rules } = useAllRules()
  const { shown, setShown } = useShown()
  const end = useEnd()
  const [open, setOpen] = useState<{ action: 'create' | SilenceAction; silence?: Silence }>()
  const nameOfRule = useMemo(
    () =>
      alertingV2 && rules
        ? new Map(rules.map(({ id, displayName }) => [id, displayName]))
        : undefined,
    [alertingV2, rules],
  )
  const nowMs = list.dataUpdatedAt
  const all = list.data?.data
  const rows =
    all && sorted(all, nowMs).filter((one) => ['all', stateOf(one, nowMs)].includes(shown))
  const isFull = (list.data?.totalRowCount ?? 0) >= silenceLimits.perEnvironmentMax
  const create = isAdmin && (
    <Button
      kind="primary"
      icon={<PlusIcon />}
      disabled={isFull}
      onClick={() => setOpen({ action: 'create' })}
    >
      New silence
    </Button>
  )
  const act = (action: SilenceAction, silence: Silence) =>
    action === 'end' ? end(silence) : setOpen({ action, silence })
  const close = () => setOpen(undefined)
  return (
    <>
      <AlertsHeader tab="silences" />
      <Card
        isFlush
        title="Silences"
        description={`While a silence lasts, incidents are recorded but no notifications are sent.${isFull ? ` An environment can have ${silenceLimits.perEnvironmentMax}.` : ''}`}
        isFailing={list.isLoadingError}
        actions={
          <>
            <SegmentedControl
              label="State"
              value={shown}
              options={shownOptions}
              onChange={setShown}
            />
            {create}
          </>
        }
      >
        <div {...interactions}>
          <DataTable
            label="Silences"
            columns={silenceColumns({ nowMs, nameOfRule, onAction: isAdmin ? act : undefined })}
            rows={rows}
            rowKey={({ id }) => id}
            skeletonRows={3}
            failure={
              list.isLoadingError
                ? { message: list.error.message, onRetry: () => void list.refetch() }
                : undefined
            }
            empty={
              all?.length ? (
                <EmptyState
                  title="No silences found"
                  action={<Button onClick={() => setShown('all')}>Show all</Button>}
                >
                  None is {shown} now.
                </EmptyState>
              ) : (
                <EmptyState title="No silences yet">
                  Make one for maintenance: while it lasts, no notifications are sent, and incidents
                  are marked.
                </EmptyState>
              )
            }
          />
        </div>
      </Card>
      <div className="mt-3">
        <MutesCard />
      </div>
      {open && (open.action === 'create' || open.action === 'edit') && (
        <SilenceFormDialog key={open.silence?.id} silence={open.silence} onClose={close} />
      )}
      {open?.action === 'delete' && open.silence && (
        <DeleteSilenceDialog silence={open.silence} onClose={close} />
      )}
    </>
  )
}
