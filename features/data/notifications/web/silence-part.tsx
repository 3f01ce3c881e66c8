import { useQuery } from '@tanstack/react-query'
import type { SilenceProps } from '@playhead/features/data/alerts/slots'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { incidentNotificationRules } from '../contract.ts'

const SilenceDialog = lazyDialog('SilenceDialog', () => import('./silence-dialog.tsx'))

const listedMax = 100

interface Pair {
  name: string
  value: string
}

const keyOf = (pairs: readonly Pair[]) =>
  pairs
    .map(({ name, value }) => JSON.stringify([name, value]))
    .toSorted()
    .join(' ')

const pageOf = (page: number) =>
  query(incidentNotificationRules.listRules, { query: { page, limit: listedMax } }, { quiet: true })

/** The rule about exactly these values; an environment has at most two pages of rules. ALRT-040 */
const useRuleOf = (pairs: readonly Pair[]) => {
  const first = useQuery(pageOf(1))
  const hasMore = (first.data?.totalRowCount ?? 0) > listedMax
  const second = useQuery({ ...pageOf(2), enabled: hasMore })
  const all = [...(first.data?.data ?? []), ...(second.data?.data ?? [])]
  return {
    isKnown: first.data !== undefined && (!hasMore || second.data !== undefined),
    rule: all.find(({ rules }) => keyOf(rules) === keyOf(pairs)),
  }
}

/** Silences all incidents of the values of one, and ends that. ALRT-041, ALRT-042 */
export const Part = ({ breakdowns }: SilenceProps) => {
  const pairs = breakdowns.map(({ name, value }) => ({ name, value }))
  const { isKnown, rule } = useRuleOf(pairs)
  const dialog = useToggle()
  const unmute = useCall(incidentNotificationRules.unmute, {
    invalidates: [incidentNotificationRules.listRules],
  })
  if (!isKnown || pairs.length === 0) return null
  if (rule?.action === 'reject')
    return (
      <Button
        isLoading={unmute.isPending}
        onClick={() =>
          unmute.mutate(
            { params: { id: rule.id } },
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
  return (
    <>
      <Button onClick={dialog.open}>Silence</Button>
      <SilenceDialog
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        pairs={pairs}
        ruleId={rule?.id}
      />
    </>
  )
}
