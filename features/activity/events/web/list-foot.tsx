import { formatNumber } from '@playhead/domain/format.ts'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'

interface ListFootProps {
  page: number
  totalCount: number
  hrefFor: (page: number) => string
  label: string
  /** All rows have pages, if it is left out. */
  pagedMax?: number | undefined
}

/** The pages of a list; one with more rows than have pages says that a shorter timeframe shows the rest. */
export const ListFoot = ({
  page,
  totalCount,
  hrefFor,
  label,
  pagedMax = Number.MAX_SAFE_INTEGER,
}: ListFootProps) => (
  <>
    {totalCount > pagedMax && (
      <p className="pb-2 text-sm text-ink-3">
        {formatNumber(pagedMax)}+ match; only the newest {formatNumber(pagedMax)} have pages. Narrow
        the timeframe to see others.
      </p>
    )}
    <Pagination
      page={page}
      pageSize={pageLimits.defaultLimit}
      totalCount={Math.min(totalCount, pagedMax)}
      hrefFor={hrefFor}
      label={label}
    />
  </>
)
