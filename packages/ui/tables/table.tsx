import type { HTMLAttributes, ReactNode, TdHTMLAttributes } from 'react'
import { useEffect } from 'react'

// Stacked rows are blocks, which browsers treat as parts of a table only if they have roles.
export const tableRoles = {
  table: { role: 'table' },
  rowGroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
}

interface TableProps {
  label: string
  children: ReactNode
  // For a few short columns, which fit next to each other even on narrow screens.
  keepsColumns?: boolean
  // For long tables of few columns on a page of their own.
  hasStickyHead?: boolean
  // On phones: the main column, and the others in a second line.
  hasTwoLines?: boolean
}

export const Table = ({
  label,
  children,
  keepsColumns = false,
  hasStickyHead = false,
  hasTwoLines = false,
}: TableProps) => {
  return (
    <div
      className="ph-table-frame"
      data-keeps-columns={keepsColumns || undefined}
      data-sticks={hasStickyHead || undefined}
    >
      <table
        {...tableRoles.table}
        className="ph-table"
        aria-label={label}
        data-two-lines={hasTwoLines || undefined}
      >
        {children}
      </table>
    </div>
  )
}

interface TableRowProps extends HTMLAttributes<HTMLTableRowElement> {
  href?: string
}

export const TableRow = ({ href, ...rest }: TableRowProps) => {
  useEffect(() => {
    if (href === undefined) return
    console.warn('The href of a table row is deprecated: wrap a link around the cell.')
  }, [href])
  return <tr {...tableRoles.row} {...rest} />
}

interface TableCellProps extends Omit<TdHTMLAttributes<HTMLTableCellElement>, 'align'> {
  title?: string
  align?: 'start' | 'end'
  isMain?: boolean
  onPhone?: 'end' | 'hidden' | undefined
}

export const TableCell = ({ title, isMain = false, align, onPhone, ...rest }: TableCellProps) => {
  const attributes = {
    ...rest,
    'data-align': align,
    'data-label': title,
    'data-main': isMain || undefined,
    'data-phone': onPhone,
  }
  return isMain ? (
    <th {...tableRoles.rowHeader} scope="row" {...attributes} />
  ) : (
    <td {...tableRoles.cell} {...attributes} />
  )
}
