import { Suspense, useState } from 'react'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { openRow } from '@playhead/ui/tables/open-row.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { alertIncidents, alertLimits, alertRules } from '../../contract.ts'
import { AlertsHeader } from '../alerts-header.tsx'
import { JudgingNotice } from '../judging-notice.tsx'
import type { Rule } from '../rule-words.ts'
import { ruleSilence } from '../slots.ts'
import { useRulePage } from '../use-rules.ts'
import { AnomaliesCard } from './anomalies-card.tsx'
import { type RuleAction, ruleColumns } from './rule-columns.tsx'
import { useFigures } from './use-figures.ts'

const DeleteRuleDialog = lazyDialog('DeleteRuleDialog', () => import('./delete-rule-dialog.tsx'))

const interactions = { onKeyDown: onRowKeys, onClick: openRow }

const useSwitch = () => {
  const update = useCall(alertRules.update, {
    invalidates: [alertRules.list, alertIncidents.listIncidents],
  })
  return ({ id }: Rule, isEnabled: boolean) =>
    update.mutate(
      { params: { id }, body: { isEnabled } },
      {
        onSuccess: () => void toasts.show({ type: 'success', title: 'Alert rule updated' }),
      },
    )
}

const CreateButton = () => {
  const path = usePath()
  return (
    <LinkButton kind="primary" icon={<PlusIcon />} href={path('alerts/rules/new')}>
      Create alert rule
    </LinkButton>
  )
}

/** ALRT-017, ALRT-018, ALRT-019 */
export const Screen = () => {
  const path = usePath()
  const isAdmin = useIsAdmin()
  const pages = usePageParameter()
  const list = useRulePage(pages.page)
  useExistingPage(pages, alertLimits.rulesPage, list)
  const { figures } = useFigures()
  const setEnabled = useSwitch()
  const silences = useSlot(ruleSilence)
  const [deleted, setDeleted] = useState<Rule>()
  const [silenced, setSilenced] = useState<Rule>()
  const act = (action: RuleAction, rule: Rule) => {
    if (action === 'delete') setDeleted(rule)
    else if (action === 'silence') setSilenced(rule)
    else setEnabled(rule, action === 'on')
  }
  return (
    <>
      <AlertsHeader tab="rules" />
      <JudgingNotice hasRules={(list.data?.totalRowCount ?? 0) > 0} />
      <Card
        isFlush
        title="Alert Rules"
        description="Each opens an incident while its metric is beyond a value. Figures are of the last 30 days."
        isFailing={list.isLoadingError}
        actions={isAdmin && <CreateButton />}
      >
        <div
          className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : 'opacity-100'}`}
          aria-busy={list.isPlaceholderData || undefined}
          {...interactions}
        >
          <DataTable
            label="Alert rules"
            columns={ruleColumns({
              path,
              figures,
              onAction: isAdmin ? act : undefined,
              canSilence: silences.length > 0,
            })}
            rows={list.data?.data}
            rowKey={({ id }) => id}
            failure={
              list.isLoadingError
                ? { message: list.error.message, onRetry: () => void list.refetch() }
                : undefined
            }
            empty={
              <EmptyState title="No alert rules yet" action={isAdmin && <CreateButton />}>
                An alert rule opens an incident while a real-time metric is above or below its
                threshold.
              </EmptyState>
            }
            footer={
              list.data && (
                <Pagination
                  page={pages.page}
                  pageSize={alertLimits.rulesPage}
                  totalCount={list.data.totalRowCount}
                  hrefFor={pages.hrefFor}
                  label="Pages of alert rules"
                />
              )
            }
          />
        </div>
      </Card>
      <div className="mt-3">
        <AnomaliesCard />
      </div>
      {silenced &&
        silences.map(({ order, Part }) => (
          <Suspense key={order} fallback={null}>
            <Part ruleId={silenced.id} onClose={() => setSilenced(undefined)} />
          </Suspense>
        ))}
      {deleted && <DeleteRuleDialog rule={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}
