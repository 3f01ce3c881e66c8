import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import { ApplyingChanges } from './applying-changes.tsx'
import { ErrorCodeWaiting } from './error-code-card-waiting.tsx'
import { SeverityBadge } from './severity-badge.tsx'
import { type ErrorCodeRow, useErrorCodes } from './use-error-codes.ts'

const EditErrorCodeDialog = lazyDialog(
  'EditErrorCodeDialog',
  () => import('./edit-error-code-dialog.tsx'),
)
const RemoveErrorCodeDialog = lazyDialog(
  'RemoveErrorCodeDialog',
  () => import('./remove-error-code-dialog.tsx'),
)

const Configured = ({ row }: { row: ErrorCodeRow | undefined }) =>
  row ? (
    <DescriptionList
      items={[
        { term: 'Severity', detail: <SeverityBadge severity={row.errorSeverity} /> },
        { term: 'Business exception', detail: row.isBusinessException ? 'Yes' : 'No' },
      ]}
    />
  ) : (
    <p className="text-ink-2">Not configured: the player decides how it counts.</p>
  )

/** How an error code counts, and a button to change that. VIEW-017, VIEW-020 */
export const ErrorCodeCard = ({ code }: { code: string }) => {
  const list = useErrorCodes()
  const isAdmin = useIsAdmin()
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const close = () => setOpen(undefined)
  const row = list.data?.data.find((one) => one.code === code)
  const applying = list.data?.applying.filter((one) => one.code === code) ?? []
  return (
    <Card
      title="Error configuration"
      description={`For every error with the code ${code}.`}
      isFailing={list.isLoadingError}
      actions={
        isAdmin &&
        list.data && (
          <>
            {row && (
              <Button kind="ghost" size="sm" onClick={() => setOpen('remove')}>
                Remove
              </Button>
            )}
            <Button size="sm" onClick={() => setOpen('edit')}>
              {row ? 'Edit' : 'Configure'}
            </Button>
          </>
        )
      }
    >
      {list.isLoadingError ? (
        <FailedState message={list.error.message} onRetry={() => void list.refetch()} />
      ) : list.data ? (
        <Stack gap={3}>
          <Configured row={row} />
          {!isAdmin && (
            <p className="text-sm text-ink-3">Administrators of the organization change it.</p>
          )}
          <ApplyingChanges applying={applying} />
        </Stack>
      ) : (
        <ErrorCodeWaiting />
      )}
      {open === 'edit' && <EditErrorCodeDialog code={code} values={row} onClose={close} />}
      {open === 'remove' && <RemoveErrorCodeDialog code={code} onClose={close} />}
    </Card>
  )
}
