import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Loading, Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useNavigate, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { alertRules } from '../../contract.ts'
import { RuleForm } from './rule-form.tsx'
import { bodyOf, copiedValues, newValues, type RuleValues } from './rule-values.ts'

const NewRule = ({ given }: { given: RuleValues }) => {
  const path = usePath()
  const navigate = useNavigate()
  const [initial] = useState(given)
  const create = useCall(alertRules.create, { invalidates: [alertRules.list], quiet: true })
  return (
    <RuleForm
      initial={initial}
      submit={(values) => create.mutateAsync({ body: bodyOf(values) })}
      onDone={() => {
        toasts.show({ type: 'success', title: 'Alert rule created' })
        navigate(path('alerts/rules'))
      }}
    />
  )
}

const CopiedRule = ({ id }: { id: string }) => {
  const copied = useQuery(query(alertRules.retrieve, { params: { id } }, { quiet: true }))
  if (copied.isLoadingError)
    return (
      <Card isFailing>
        <FailedState
          message={copied.error.message}
          isRetrying={copied.isFetching}
          onRetry={() => void copied.refetch()}
        />
      </Card>
    )
  if (!copied.data)
    return (
      <Loading label="Loading the alert rule">
        <Skeleton height={480} radius="var(--radius-lg)" />
      </Loading>
    )
  return <NewRule given={copiedValues(copied.data.data)} />
}

/** ALRT-017, ALRT-023 */
export const Screen = () => {
  const path = usePath()
  const copy = useSearchValue('copy')
  const isAdmin = useIsAdmin()
  return (
    <>
      <PageHeader
        title="New alert rule"
        breadcrumbs={[{ label: 'Alert Rules', href: path('alerts/rules') }]}
      />
      {!isAdmin ? (
        <Card>
          <EmptyState
            title="Only admins can create alert rules"
            action={<LinkButton href={path('alerts/rules')}>Alert rules</LinkButton>}
          />
        </Card>
      ) : copy ? (
        <CopiedRule key={copy} id={copy} />
      ) : (
        <NewRule given={newValues()} />
      )}
    </>
  )
}
