import { formatFullDate } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { ChevronDownIcon } from '@playhead/ui/icons/icons.ts'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import type { Incident } from '../incident-words.ts'
import { useIncidentCalls } from '../use-incidents.ts'

const ResolveDialog = lazyDialog('ResolveDialog', () => import('./resolve-dialog.tsx'))

const SnoozeDialog = lazyDialog('SnoozeDialog', () => import('./snooze-dialog.tsx'))

const hourMs = 3_600_000

const times = [
  { id: '1', label: 'For 1 hour', hours: 1 },
  { id: '4', label: 'For 4 hours', hours: 4 },
  { id: '24', label: 'For 1 day', hours: 24 },
  { id: '168', label: 'For 7 days', hours: 168 },
]

const done = (title: string) => () => {
  toasts.show({ type: 'success', title })
}

interface SnoozeMenuProps {
  isSnoozed: boolean
  isBusy: boolean
  onSnooze: (until: string | null) => void
  onChoose: () => void
}

const SnoozeMenu = ({ isSnoozed, isBusy, onSnooze, onChoose }: SnoozeMenuProps) => (
  <LazyMenu
    label="Snooze this incident"
    placement="bottom end"
    trigger={
      <Button iconAfter={<ChevronDownIcon size={14} />} isLoading={isBusy}>
        {isSnoozed ? 'Snoozed' : 'Snooze'}
      </Button>
    }
    items={[
      ...times.map(({ id, label, hours }) => ({
        id,
        label,
        onSelect: () => onSnooze(new Date(Date.now() + hours * hourMs).toISOString()),
      })),
      { id: 'until', label: 'Until a time…', onSelect: onChoose },
      ...(isSnoozed
        ? [{ id: 'end', label: 'End the snooze', onSelect: () => onSnooze(null) }]
        : []),
    ]}
  />
)

/** What members do with an open incident. */
export const IncidentActions = ({ incident, nowMs }: { incident: Incident; nowMs: number }) => {
  const { id, acknowledgedBy, snoozedUntil } = incident
  const { acknowledge, snooze } = useIncidentCalls()
  const resolution = useToggle()
  const choice = useToggle()
  if (incident.status !== 'open') return null
  const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > nowMs
  const snoozeUntil = (until: string | null) =>
    snooze.mutate(
      { params: { id }, body: { until } },
      {
        onSuccess: done(
          until ? `Incident snoozed until ${formatFullDate(until)}` : 'The snooze has ended',
        ),
      },
    )
  return (
    <>
      {!acknowledgedBy && (
        <Button
          kind="primary"
          isLoading={acknowledge.isPending}
          onClick={() =>
            acknowledge.mutate({ params: { id } }, { onSuccess: done('Incident acknowledged') })
          }
        >
          Acknowledge
        </Button>
      )}
      <SnoozeMenu
        isSnoozed={isSnoozed}
        isBusy={snooze.isPending}
        onSnooze={snoozeUntil}
        onChoose={choice.open}
      />
      {choice.isOpen && <SnoozeDialog incident={incident} onClose={choice.close} />}
      <Button onClick={resolution.open}>Resolve</Button>
      <ResolveDialog isOpen={resolution.isOpen} onClose={resolution.close} id={id} />
    </>
  )
}
