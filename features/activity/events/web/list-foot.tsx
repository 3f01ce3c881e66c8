import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { listedMax } from '../contract.ts'

interface ListFootProps {
  page: number
  totalCount: number
  hrefFor: (page: number) => string
  label: string
}

/** Pages of the newest 10,000 rows; a longer list says that a shorter timeframe shows the rest. */
export const ListFoot = ({ page, totalCount, hrefFor, label }: ListFootProps) => (
  <>
    {totalCount > listedMax && (
      <p className="pb-2 text-sm text-ink-3">
        10,000+ match; only the newest 10,000 have pages. Narrow the timeframe to see others.
      </p>
    )}
    <Pagination
      page={page}
      pageSize={pageLimits.defaultLimit}
      totalCount={Math.min(totalCount, listedMax)}
      hrefFor={hrefFor}
      label={label}
    />
  </>
)
