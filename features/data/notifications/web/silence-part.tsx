import type { SilenceProps } from '@playhead/features/data/alerts/slots'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { ChevronDownIcon } from '@playhead/ui/icons/icons.ts'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { LazyMenu } from '@playhead/web-kit/chunks/lazy-popup.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { incidentNotificationRules } from '../contract.ts'
import { useMutes } from './mutes/use-mutes.ts'

const SilenceDialog = lazyDialog('SilenceDialog', () => import('./silence-dialog.tsx'))

const SilenceFormDialog = lazyDialog(
  'SilenceFormDialog',
  () => import('./silences/silence-form-dialog.tsx'),
)

interface Pair {
  name: string
  value: string
}

const keyOf = (pairs: readonly Pair[]) =>
  pairs
    .map(({ name, value }) => JSON.stringify([name, value]))
    .toSorted()
    .join(' ')

/** The rule about exactly these values. ALRT-040 */
const useRuleOf = (pairs: readonly Pair[]) => {
  const { mutes } = useMutes()
  return {
    isKnown: mutes !== undefined,
    rule: mutes?.find(({ rules }) => keyOf(rules) === keyOf(pairs)),
  }
}

interface ForATimeProps {
  ruleId: string | null
  pairs: Pair[]
  /** Undefined where no values can be muted. */
  onMute: (() => void) | undefined
}

/** For a time, or until a person unsilences it. */
const SilenceMenu = ({ ruleId, pairs, onMute }: ForATimeProps) => {
  const form = useToggle()
  return (
    <>
      <LazyMenu
        label="Silence"
        placement="bottom end"
        trigger={<Button iconAfter={<ChevronDownIcon size={14} />}>Silence</Button>}
        items={[
          { id: 'time', label: 'For a time…', onSelect: form.open },
          ...(onMute ? [{ id: 'mute', label: 'Until unsilenced…', onSelect: onMute }] : []),
        ]}
      />
      {form.isOpen && (
        <SilenceFormDialog
          meant={{ ruleIds: ruleId === null ? null : [ruleId], matches: pairs }}
          onClose={form.close}
        />
      )}
    </>
  )
}

const Unsilence = ({ id }: { id: string }) => {
  const unmute = useCall(incidentNotificationRules.unmute, {
    invalidates: [incidentNotificationRules.listRules],
  })
  return (
    <Button
      isLoading={unmute.isPending}
      onClick={() =>
        unmute.mutate(
          { params: { id } },
          {
            onSuccess: () => {
              toasts.show({ type: 'success', title: 'Incidents unsilenced' })
            },
          },
        )
      }
    >
      Unsilence
    </Button>
  )
}

/** Silences incidents like one, and ends that. Admins may also do it for a time. ALRT-041, ALRT-042 */
export const Part = ({ breakdowns, ruleId }: SilenceProps) => {
  const pairs = breakdowns.map(({ name, value }) => ({ name, value }))
  const { isKnown, rule } = useRuleOf(pairs)
  const isAdmin = useIsAdmin()
  const dialog = useToggle()
  const canMute = isKnown && pairs.length > 0
  const canSchedule = isAdmin && ruleId !== undefined
  if (!isKnown || (!canMute && !canSchedule)) return null
  if (canMute && rule?.action === 'reject') return <Unsilence id={rule.id} />
  return (
    <>
      {canSchedule ? (
        <SilenceMenu ruleId={ruleId} pairs={pairs} onMute={canMute ? dialog.open : undefined} />
      ) : (
        <Button onClick={dialog.open}>Silence</Button>
      )}
      <SilenceDialog
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        pairs={pairs}
        ruleId={rule?.id}
      />
    </>
  )
}
