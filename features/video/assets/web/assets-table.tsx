import { formatNumber } from '@playhead/domain/format.ts'
import { usePreviewTokens } from '@playhead/features/video/preview-tokens/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { openRow } from '@playhead/ui/tables/open-row.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { onRowKeys } from '@playhead/ui/tables/row-keys.ts'
import { assetColumns } from './asset-columns.tsx'
import { signedIdsOf } from './asset-facts.ts'
import { CreateAssetButton } from './create-asset-button.tsx'
import { liveMax } from './live-list.ts'
import { type AssetList, assetsPageSize } from './use-assets.ts'

const NoAssets = ({ question }: Pick<AssetList, 'question'>) =>
  question.q || question.status ? (
    <EmptyState
      title="No assets found"
      action={<Button onClick={question.clear}>Clear search and status</Button>}
    >
      No asset of this environment passes the search and the status.
    </EmptyState>
  ) : (
    <EmptyState title="No assets yet" action={<CreateAssetButton />}>
      Videos and sound that you upload or import are listed here, with where they can be watched.
    </EmptyState>
  )

const interactions = { onKeyDown: onRowKeys, onClick: openRow }

const Foot = ({ assets }: { assets: AssetList }) => {
  const { totalCount = 0, isTrimmed, page, hrefFor, showAll } = assets
  if (isTrimmed && totalCount > liveMax)
    return (
      <div className="flex items-center justify-between gap-3">
        <span className="tabular-nums">
          The newest {liveMax} of {formatNumber(totalCount)}
        </span>
        <Button size="sm" onClick={showAll}>
          Show all
        </Button>
      </div>
    )
  return (
    <Pagination
      page={page}
      pageSize={assetsPageSize}
      totalCount={totalCount}
      hrefFor={hrefFor}
      label="Pages of assets"
    />
  )
}

/** ASST-002, ASST-003 */
export const AssetsTable = ({ assets }: { assets: AssetList }) => {
  const { list, rows, question } = assets
  const tokens = usePreviewTokens(signedIdsOf(rows ?? []))
  return (
    <div
      className={`transition-opacity ${list.isPlaceholderData ? 'opacity-60' : 'opacity-100'}`}
      aria-busy={list.isPlaceholderData || undefined}
      {...interactions}
    >
      <DataTable
        label="Assets"
        columns={assetColumns(tokens)}
        rows={rows}
        rowKey={({ id }) => id}
        skeletonRows={assetsPageSize}
        sort={question.sort}
        onSort={question.setSort}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty={<NoAssets question={question} />}
        footer={rows && <Foot assets={assets} />}
      />
    </div>
  )
}
