import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '@playhead/ui/icons/icons.ts'

interface PagerProps {
  page: number
  pageSize: number
  count: number
  onChange: (page: number) => void
  label: string
}

export const pageOf = <T,>(rows: readonly T[], page: number, pageSize: number) => {
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const shown = Math.min(page, last)
  return { shown, rows: rows.slice((shown - 1) * pageSize, shown * pageSize) }
}

/** Pages of data in this browser only, so they have no URLs. */
export const Pager = ({ page, pageSize, count, onChange, label }: PagerProps) => {
  if (count <= pageSize) return null
  const isLast = page * pageSize >= count
  return (
    <nav className="ph-pagination" aria-label={label}>
      <span>
        {(page - 1) * pageSize + 1}–{Math.min(count, page * pageSize)} of {count}
      </span>
      <span className="flex gap-1">
        <IconButton
          size="sm"
          icon={<ChevronLeftIcon size={15} />}
          label="Previous page"
          disabled={page === 1}
          onClick={() => onChange(page - 1)}
        />
        <IconButton
          size="sm"
          icon={<ChevronRightIcon size={15} />}
          label="Next page"
          disabled={isLast}
          onClick={() => onChange(page + 1)}
        />
      </span>
    </nav>
  )
}
