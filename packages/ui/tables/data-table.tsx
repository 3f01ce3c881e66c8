import type { PointerEvent, ReactNode } from 'react'
import { EmptyState } from '../feedback/empty-state.tsx'
import { FailedState } from '../feedback/failed-state.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '../icons/icons.ts'
import { Skeleton } from '../feedback/skeleton.tsx'
import { nextSort } from './sort.ts'
import type { Sort } from './sort.ts'
import { Table, TableCell, tableRoles, TableRow } from './table.tsx'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

export interface Column<Row> {
  id: string
  title: string
  render: (row: Row) => ReactNode
  align?: 'start' | 'end'
  isSortable?: boolean
  isTitleHidden?: boolean
  isMain?: boolean
  width?: number | string
  /** In rows of two lines: at the end of the first line, or left out. */
  onPhone?: 'end' | 'hidden'
}

interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  isLoading?: boolean
  failure?: { message: string; onRetry?: () => void }
  empty?: ReactNode
  skeletonRows?: number
  footer?: ReactNode
  keepsColumns?: boolean
  hasStickyHead?: boolean
  /** On phones a row has two lines: the main column, and the others below it. */
  hasTwoLines?: boolean
  /** Rows that belong to the one above them. */
  isNested?: (row: Row) => boolean
  /** A row that the pointer or the focus is on, and undefined once it is left. */
  onLook?: ((row: Row | undefined) => void) | undefined
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

function ColumnTitle<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}) {
  if (column.isTitleHidden) return <VisuallyHidden>{column.title}</VisuallyHidden>
  if (!column.isSortable || !onSort) return column.title
  const isAscending = sort?.column === column.id && sort.direction === 'asc'
  return (
    <button type="button" className="ph-sort" onClick={() => onSort(nextSort(sort, column.id))}>
      {column.title}
      {isAscending ? <ArrowUpIcon size={13} /> : <ArrowDownIcon size={13} />}
    </button>
  )
}

function SkeletonRows({ columns, count }: { columns: readonly Column<never>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <TableRow key={row} data-plain aria-hidden="true">
      {columns.map((column, index) => (
        <TableCell
          key={column.id}
          align={column.align}
          isMain={column.isMain}
          onPhone={column.onPhone}
        >
          <span className={column.align === 'end' ? 'flex w-full justify-end' : 'flex w-full'}>
            <Skeleton height={12} width={`${45 + ((row * 17 + index * 23) % 45)}%`} />
          </span>
        </TableCell>
      ))}
    </TableRow>
  ))
}

const lookEvents = <Row,>(row: Row, onLook: DataTableProps<Row>['onLook']) =>
  onLook && {
    // A finger that scrolls looks at nothing.
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && onLook(row),
    onPointerLeave: () => onLook(undefined),
    onFocus: () => onLook(row),
    onBlur: () => onLook(undefined),
  }

export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { columns, rows, sort, onSort, failure, skeletonRows = 5 } = props
  const isLoading = props.isLoading ?? (rows === undefined && !failure)
  const message = failure ? (
    <FailedState message={failure.message} onRetry={failure.onRetry} />
  ) : !isLoading && rows?.length === 0 ? (
    (props.empty ?? <EmptyState title="Nothing here yet" />)
  ) : null

  return (
    <>
      <Table
        label={props.label}
        keepsColumns={props.keepsColumns}
        hasStickyHead={props.hasStickyHead}
        hasTwoLines={props.hasTwoLines}
      >
        <thead {...tableRoles.rowGroup}>
          <TableRow>
            {columns.map((column) => (
              <th
                key={column.id}
                {...tableRoles.columnHeader}
                scope="col"
                data-align={column.align}
                style={{ width: column.width }}
                aria-sort={sort?.column === column.id ? ariaSort[sort.direction] : undefined}
              >
                <ColumnTitle column={column} sort={sort} onSort={onSort} />
              </th>
            ))}
          </TableRow>
        </thead>
        <tbody {...tableRoles.rowGroup} aria-busy={isLoading || undefined}>
          {message ? (
            <TableRow data-plain>
              <td {...tableRoles.cell} colSpan={columns.length} className="ph-table-message">
                {message}
              </td>
            </TableRow>
          ) : isLoading ? (
            <SkeletonRows columns={columns} count={skeletonRows} />
          ) : (
            rows?.map((row) => (
              <TableRow
                key={props.rowKey(row)}
                data-nested={props.isNested?.(row) || undefined}
                {...lookEvents(row, props.onLook)}
              >
                {columns.map((column) => (
                  <TableCell
                    key={column.id}
                    title={column.isTitleHidden ? undefined : column.title}
                    isMain={column.isMain}
                    align={column.align}
                    onPhone={column.onPhone}
                  >
                    {column.render(row)}
                  </TableCell>
                ))}
              </TableRow>
            ))
          )}
        </tbody>
      </Table>
      {props.footer && !message && <div className="ph-table-foot">{props.footer}</div>}
    </>
  )
}
