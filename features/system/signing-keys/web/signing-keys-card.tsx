import { useState } from 'react'
import { formatDay } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { signingKeyPageSize, type SigningKeyEntry, useSigningKeys } from './use-signing-keys.ts'

const CreateSigningKeyDialog = lazyDialog(
  'CreateSigningKeyDialog',
  () => import('./create-signing-key-dialog.tsx'),
)
const RemoveSigningKeyDialog = lazyDialog(
  'RemoveSigningKeyDialog',
  () => import('./remove-signing-key-dialog.tsx'),
)

const columnsFor = (
  environmentName: string,
  remove: (key: SigningKeyEntry) => void,
): Column<SigningKeyEntry>[] => [
  {
    id: 'id',
    title: 'ID',
    isMain: true,
    render: ({ id }) => (
      <span className="font-mono text-xs">
        <CopyControl value={id} label="Copy the key id" />
      </span>
    ),
  },
  { id: 'environment', title: 'Environment', render: () => environmentName },
  {
    id: 'created',
    title: 'Created',
    render: ({ createdAt }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDay(Number(createdAt) * 1000)}</span>
    ),
  },
  {
    id: 'remove',
    title: 'Remove',
    isTitleHidden: true,
    align: 'end',
    render: (key) => (
      <Button kind="ghost" size="sm" aria-label={`Remove ${key.id}`} onClick={() => remove(key)}>
        Remove
      </Button>
    ),
  },
]

/** ACCT-078 */
export const SigningKeysCard = ({ environmentName }: { environmentName: string }) => {
  const { list, page, hrefFor } = useSigningKeys()
  const creation = useToggle()
  const [removed, setRemoved] = useState<SigningKeyEntry>()
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <>
      <Card
        isFlush
        title="Signing keys"
        description="Your server signs tokens with the private half of a key. Signed playback needs such a token."
        isFailing={list.isLoadingError}
        actions={
          <Button kind="primary" icon={<PlusIcon />} onClick={creation.open}>
            Generate new key
          </Button>
        }
      >
        <DataTable
          label="Signing keys"
          columns={columnsFor(environmentName, setRemoved)}
          rows={list.data?.data}
          rowKey={({ id }) => id}
          skeletonRows={3}
          failure={
            list.isLoadingError
              ? { message: list.error.message, onRetry: () => void list.refetch() }
              : undefined
          }
          empty={
            <EmptyState title="No signing keys yet">
              Generate one so that only viewers with a token from your server can watch.
            </EmptyState>
          }
          footer={
            totalCount > signingKeyPageSize && (
              <Pagination
                page={page}
                pageSize={signingKeyPageSize}
                totalCount={totalCount}
                hrefFor={hrefFor}
                label="Pages of signing keys"
              />
            )
          }
        />
      </Card>
      <CreateSigningKeyDialog
        isOpen={creation.isOpen}
        onClose={creation.close}
        environmentName={environmentName}
      />
      {removed && (
        <RemoveSigningKeyDialog signingKey={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}
