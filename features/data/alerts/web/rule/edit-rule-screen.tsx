import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatNumber } from '@playhead/domain/format.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useNavigate, useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { AdminGuard } from '@playhead/web-kit/session/guards.tsx'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { alertIncidents, alertRules } from '../../contract.ts'
import { metricText } from '../metric-text.ts'
import type { Rule } from '../rule-words.ts'
import { useRuleFigures } from '../rules/use-figures.ts'
import { ruleSilence } from '../slots.ts'
import { timesText } from './backtest-words.ts'
import { RuleForm } from './rule-form.tsx'
import { bodyOf, valuesOf } from './rule-values.ts'

const DeleteRuleDialog = lazyDialog(
  'DeleteRuleDialog',
  () => import('../rules/delete-rule-dialog.tsx'),
)

interface NoisyProps {
  rule: Rule
  onValue: (value: string) => void
}

/** A rule that nobody heeds, with a value that would be quieter. */
const Noisy = ({ rule, onValue }: NoisyProps) => {
  const { data } = useRuleFigures(rule.id)
  if (!data?.data.isNoisy) return null
  const { incidentsPerWeek, selfEnded, incidents, proposal } = data.data
  return (
    <FormMessage tone="warning">
      This rule is noisy: {formatNumber(incidentsPerWeek)} incidents a week, and {selfEnded} of{' '}
      {incidents} ended by themselves within five minutes.
      {proposal && (
        <>
          {' '}
          At {metricText(rule.metric, proposal.value)} it would have fired{' '}
          {timesText(proposal.fired)} in 30 days.{' '}
          <AdminGuard>
            <Button size="sm" onClick={() => onValue(String(proposal.value))}>
              Try {metricText(rule.metric, proposal.value)}
            </Button>
          </AdminGuard>
        </>
      )}
    </FormMessage>
  )
}

const Found = ({ rule }: { rule: Rule }) => {
  const path = usePath()
  const navigate = useNavigate()
  const deletion = useToggle()
  const silencing = useToggle()
  const silences = useSlot(ruleSilence)
  const [initial] = useState(() => valuesOf(rule))
  const update = useCall(alertRules.replace, {
    invalidates: [alertRules.list, alertRules.retrieve, alertIncidents.listIncidents],
    quiet: true,
  })
  useTitle(rule.displayName)
  return (
    <>
      <PageHeader
        title={rule.displayName}
        breadcrumbs={[{ label: 'Alert Rules', href: path('alerts/rules') }]}
        meta={!rule.isEnabled && <Badge>Off</Badge>}
      >
        <AdminGuard>
          {silences.length > 0 && <Button onClick={silencing.open}>Silence…</Button>}
          <Button onClick={deletion.open}>Delete</Button>
        </AdminGuard>
      </PageHeader>
      <RuleForm
        hasSwitch
        initial={initial}
        renderNotice={(onValue) => <Noisy rule={rule} onValue={onValue} />}
        submit={(values) => update.mutateAsync({ params: { id: rule.id }, body: bodyOf(values) })}
        onDone={() => {
          toasts.show({ type: 'success', title: 'Alert rule updated' })
          navigate(path('alerts/rules'))
        }}
      />
      {silencing.isOpen &&
        silences.map(({ order, Part }) => (
          <Suspense key={order} fallback={null}>
            <Part ruleId={rule.id} onClose={silencing.close} />
          </Suspense>
        ))}
      {deletion.isOpen && (
        <DeleteRuleDialog
          rule={rule}
          onClose={deletion.close}
          onDone={() => navigate(path('alerts/rules'))}
        />
      )}
    </>
  )
}

/** ALRT-017, ALRT-024 */
export const Screen = () => {
  const path = usePath()
  const id = useParam('ruleId')?.trim() ?? ''
  const found = useQuery(query(alertRules.retrieve, { params: { id } }, { quiet: true }))
  if (found.data) return <Found key={found.data.data.id} rule={found.data.data} />
  return (
    <>
      <PageHeader
        title="Alert rule"
        breadcrumbs={[{ label: 'Alert Rules', href: path('alerts/rules') }]}
      />
      {found.isLoadingError ? (
        <Card isFailing>
          <FailedState
            message={found.error.message}
            isRetrying={found.isFetching}
            onRetry={() => void found.refetch()}
          />
        </Card>
      ) : (
        <Loading label="Loading the alert rule">
          <Skeleton height={480} radius="var(--radius-lg)" />
        </Loading>
      )}
    </>
  )
}
