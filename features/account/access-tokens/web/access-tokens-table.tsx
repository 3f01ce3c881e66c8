import { useState } from 'react'
import { environmentTypeLabels } from '@playhead/domain/environment.ts'
import { unknownValue } from '@playhead/domain/format.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { accessTokenLimits } from '../contract.ts'
import { createdDate } from './created-date.ts'
import { describeScopes } from './permissions.ts'
import { expiry, isExpired, lastUse } from './token-use.ts'
import { TokenName } from './token-name.tsx'
import type { Token, useTokenList } from './use-token-list.ts'

const RevokeDialog = lazyDialog('RevokeDialog', () => import('./revoke-dialog.tsx'))

const PermissionsCell = ({ permissions }: Pick<Token, 'permissions'>) => (
  <span className="flex flex-wrap justify-end gap-x-2 md:justify-start">
    {describeScopes(permissions).map(({ product, rights }) => (
      <span key={product} className="whitespace-nowrap">
        <span className="text-ink-3">{product}:</span> {rights.join(', ')}
      </span>
    ))}
  </span>
)

const UseCell = ({ token }: { token: Token }) => {
  const ends = expiry(token)
  return (
    <span className="flex flex-col items-end whitespace-nowrap md:items-start">
      <span>{lastUse(token)}</span>
      {ends && (
        <span className={isExpired(token) ? 'text-sm text-bad' : 'text-sm text-ink-3'}>{ends}</span>
      )}
    </span>
  )
}

const columnsFor = (revoke: (token: Token) => void): Column<Token>[] => [
  {
    id: 'id',
    title: 'Token ID',
    isMain: true,
    render: (token) => <TokenName token={token} />,
  },
  {
    id: 'environment',
    title: 'Environment',
    render: ({ environmentName, environmentType }) => (
      <span className="lg:whitespace-nowrap">
        {environmentName}{' '}
        <span className="text-ink-3">{environmentTypeLabels[environmentType]}</span>
      </span>
    ),
  },
  {
    id: 'permissions',
    title: 'Permissions',
    render: ({ permissions }) => <PermissionsCell permissions={permissions} />,
  },
  {
    id: 'created_at',
    title: 'Created',
    isSortable: true,
    render: ({ createdAt }) => <Time at={createdAt}>{createdDate(createdAt)}</Time>,
  },
  {
    id: 'created_by',
    title: 'Created By',
    render: ({ createdByUserEmail: email }) =>
      email ? (
        <span className="block truncate lg:max-w-[180px] min-[1400px]:max-w-[240px]" title={email}>
          {email}
        </span>
      ) : (
        unknownValue
      ),
  },
  {
    id: 'last_used',
    title: 'Last Used',
    render: (token) => <UseCell token={token} />,
  },
  {
    id: 'revoke',
    title: 'Revoke',
    isTitleHidden: true,
    align: 'end',
    render: (token) =>
      token.expiresAt ? (
        <span className="whitespace-nowrap text-ink-3">Access Revoked</span>
      ) : (
        <Button
          kind="ghost"
          size="sm"
          aria-label={`Revoke ${token.name}`}
          onClick={() => revoke(token)}
        >
          Revoke
        </Button>
      ),
  },
]

export const AccessTokensTable = ({ tokens }: { tokens: ReturnType<typeof useTokenList> }) => {
  const { list, page } = tokens
  const [revoked, setRevoked] = useState<Token>()
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <>
      <DataTable
        label="Access tokens"
        columns={columnsFor(setRevoked)}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        sort={tokens.sort}
        onSort={tokens.setSort}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={<EmptyState title="You haven't created any Access Tokens yet" />}
        footer={
          totalCount > accessTokenLimits.pageSize && (
            <Pagination
              page={page}
              pageSize={accessTokenLimits.pageSize}
              totalCount={totalCount}
              hrefFor={tokens.hrefFor}
              label="Pages of access tokens"
            />
          )
        }
      />
      {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  )
}
