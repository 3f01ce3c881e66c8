import type { ReactNode } from 'react'
import { ChevronLeftIcon, ChevronRightIcon } from '../icons/icons.ts'
import { defaultPageSize, firstPage, pageCount } from './page-link.ts'
import { useClientLink } from '../navigation/router-context.ts'

interface PaginationProps {
  page: number
  totalCount: number
  pageSize?: number
  isZeroBased?: boolean
  hrefFor: (page: number) => string
  label?: string
}

const gap = '…'

export const pageNumbers = (current: number, count: number): (number | typeof gap)[] => {
  const near = [1, current - 1, current, current + 1, count]
  const kept = [...new Set(near)].filter((page) => page >= 1 && page <= count)
  return kept.flatMap((page, index) => {
    const distance = page - (kept[index - 1] ?? page - 1)
    if (distance === 2) return [page - 1, page]
    return distance > 2 ? [gap, page] : [page]
  })
}

interface PageLinkProps {
  href: string | null
  label: string
  isCurrent?: boolean
  children: ReactNode
}

function PageLink({ href, label, isCurrent = false, children }: PageLinkProps) {
  const link = useClientLink(href ?? '')
  const attributes = href === null ? ({ role: 'link', 'aria-disabled': true } as const) : link
  return (
    <a
      {...attributes}
      className="ph-page"
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  )
}

export const Pagination = (props: PaginationProps) => {
  const { page, totalCount, pageSize = defaultPageSize, isZeroBased = false, hrefFor } = props
  const first = firstPage({ isZeroBased })
  const count = pageCount(totalCount, pageSize)
  const current = page - first + 1
  const from = Math.min(totalCount, (current - 1) * pageSize + 1)
  const to = Math.min(totalCount, current * pageSize)
  const hrefOf = (number: number) => hrefFor(number - 1 + first)

  return (
    <nav className="ph-pagination" aria-label={props.label ?? 'Pagination'}>
      <span>
        {from.toLocaleString('en-US')}–{to.toLocaleString('en-US')} of{' '}
        {totalCount.toLocaleString('en-US')}
      </span>
      <ol>
        <li>
          <PageLink href={current > 1 ? hrefOf(current - 1) : null} label="Previous page">
            <ChevronLeftIcon size={15} />
          </PageLink>
        </li>
        {pageNumbers(current, count).map((number, index) => (
          <li key={number === gap ? `gap-${index}` : number}>
            {number === gap ? (
              <span className="ph-page">{gap}</span>
            ) : (
              <PageLink
                href={hrefOf(number)}
                label={`Page ${number}`}
                isCurrent={number === current}
              >
                {number}
              </PageLink>
            )}
          </li>
        ))}
        <li>
          <PageLink href={current < count ? hrefOf(current + 1) : null} label="Next page">
            <ChevronRightIcon size={15} />
          </PageLink>
        </li>
      </ol>
    </nav>
  )
}
