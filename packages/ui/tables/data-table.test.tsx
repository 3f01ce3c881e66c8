import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { DataTable } from './data-table.tsx'
import type { Column } from './data-table.tsx'
import { pageCount, pageLink } from './page-link.ts'
import { pageNumbers, Pagination } from './pagination.tsx'
import { RouterContext } from '../navigation/router-context.ts'
import { nextSort } from './sort.ts'
import type { Sort } from './sort.ts'
import { Table, TableCell, TableRow } from './table.tsx'

interface Row {
  name: string
  views: number
}

const rows: Row[] = [
  { name: 'Chrome', views: 3 },
  { name: 'Safari', views: 2 },
]
const columns: Column<Row>[] = [
  { id: 'name', title: 'Browser', isMain: true, isSortable: true, render: (row) => row.name },
  { id: 'views', title: 'Views', align: 'end', isSortable: true, render: (row) => row.views },
]
const base = { label: 'Views by browser', columns, rowKey: (row: Row) => row.name }

describe('table', () => {
  test('KIT-001 rows, row headers and cells are read out as a table', () => {
    render(<DataTable {...base} rows={rows} />)
    expect(screen.getByRole('table', { name: 'Views by browser' })).toBeTruthy()
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Browser',
      'Views',
    ])
    expect(screen.getByRole('rowheader', { name: 'Chrome' })).toBeTruthy()
    expect(screen.getByRole('cell', { name: '2' }).dataset.label).toBe('Views')
  })

  test('KIT-016 a column sorts descending first and flips when clicked again', async () => {
    const user = userEvent.setup()
    const sorts: Sort[] = []
    function Example() {
      const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'asc' })
      const report = (next: Sort) => {
        sorts.push(next)
        setSort(next)
      }
      return <DataTable {...base} rows={rows} sort={sort} onSort={report} />
    }
    render(<Example />)
    const header = screen.getByRole('columnheader', { name: 'Views' })
    expect(header.getAttribute('aria-sort')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Views' }))
    expect(header.getAttribute('aria-sort')).toBe('descending')
    await user.click(screen.getByRole('button', { name: 'Views' }))
    expect(header.getAttribute('aria-sort')).toBe('ascending')
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(screen.getByRole('button', { name: 'Browser' }))
    expect(sorts).toEqual([
      { column: 'views', direction: 'desc' },
      { column: 'views', direction: 'asc' },
      { column: 'views', direction: 'desc' },
      { column: 'name', direction: 'desc' },
    ])
  })

  test('KIT-016 the first click on a column that never sorted is descending', () => {
    expect(nextSort(undefined, 'views')).toEqual({ column: 'views', direction: 'desc' })
  })

  test('KIT-015 a row that carries an href is reported as deprecated', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const body = (href?: string) => (
      <Table label="Assets">
        <tbody>
          <TableRow href={href}>
            <TableCell>Late Harbour</TableCell>
          </TableRow>
        </tbody>
      </Table>
    )
    const { rerender } = render(body())
    expect(warn).not.toHaveBeenCalled()
    rerender(body('/assets/1'))
    expect(warn.mock.calls).toEqual([
      ['The href of a table row is deprecated: wrap a link around the cell.'],
    ])
    expect(screen.getByRole('row').hasAttribute('href')).toBe(false)
    warn.mockRestore()
  })

  test('it is busy while it loads, and shows as many rows as will come', () => {
    const { container } = render(<DataTable {...base} rows={undefined} skeletonRows={3} />)
    expect(container.querySelector('tbody')?.getAttribute('aria-busy')).toBe('true')
    expect(container.querySelectorAll('tbody tr')).toHaveLength(3)
    expect(screen.queryAllByRole('cell')).toEqual([])
  })

  test('it says what would be here, and what happened with a way to try again', async () => {
    const user = userEvent.setup()
    const onRetry = vi.fn()
    const { rerender } = render(<DataTable {...base} rows={[]} empty="No views yet" />)
    expect(screen.getByRole('cell').textContent).toBe('No views yet')
    const failure = { message: 'The server took too long.', onRetry }
    rerender(<DataTable {...base} rows={undefined} failure={failure} />)
    expect(screen.getByRole('alert').textContent).toContain('The server took too long.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })
})

describe('pagination', () => {
  test.each([
    ['/assets', '/assets?page=3'],
    ['/assets?page=1', '/assets?page=3'],
    ['/assets?q=late+harbour&sort=created#list', '/assets?q=late+harbour&sort=created&page=3#list'],
    ['https://play.example/assets?page=9#a#b', 'https://play.example/assets?page=3#a#b'],
    ['?a=1', '?a=1&page=3'],
  ])('KIT-024 the link of page 3 of %s keeps path, query and hash', (href, expected) => {
    expect(pageLink(href, 3)).toBe(expected)
  })

  test('KIT-022 a page holds 20 by default', () => {
    expect([pageCount(0), pageCount(20), pageCount(21), pageCount(50, 25)]).toEqual([1, 1, 2, 2])
    render(<Pagination page={2} totalCount={45} hrefFor={(page) => pageLink('/assets', page)} />)
    expect(screen.getByRole('navigation', { name: 'Pagination' }).textContent).toContain(
      '21–40 of 45',
    )
    expect(screen.getAllByRole('link', { name: /^Page/ })).toHaveLength(3)
  })

  test('KIT-023 pages start at 1, and at 0 when flagged zero-based', () => {
    const hrefFor = (page: number) => pageLink('/assets', page)
    const { rerender } = render(<Pagination page={1} totalCount={45} hrefFor={hrefFor} />)
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('1')
    expect(href('Next page')).toBe('/assets?page=2')
    expect(href('Previous page')).toBeNull()

    rerender(<Pagination page={1} totalCount={45} isZeroBased hrefFor={hrefFor} />)
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('2')
    expect(href('Page 1')).toBe('/assets?page=0')
    expect(href('Next page')).toBe('/assets?page=2')
  })

  test('KIT-001 page links go through the client router', async () => {
    const user = userEvent.setup()
    const navigate = vi.fn()
    render(
      <RouterContext value={{ navigate, useHref: (href) => href }}>
        <Pagination page={1} totalCount={45} hrefFor={(page) => pageLink('/assets', page)} />
      </RouterContext>,
    )
    await user.click(screen.getByRole('link', { name: 'Page 2' }))
    expect(navigate.mock.calls).toEqual([['/assets?page=2']])
    await user.keyboard('{Control>}')
    await user.click(screen.getByRole('link', { name: 'Page 3' }))
    expect(navigate).toHaveBeenCalledTimes(1)
  })

  test.each([
    [1, 1, [1]],
    [2, 3, [1, 2, 3]],
    [1, 9, [1, 2, '…', 9]],
    [3, 9, [1, 2, 3, 4, '…', 9]],
    [4, 9, [1, 2, 3, 4, 5, '…', 9]],
    [5, 9, [1, '…', 4, 5, 6, '…', 9]],
    [9, 9, [1, '…', 8, 9]],
  ])('page %s of %s shows the numbers %j', (current, count, numbers) => {
    expect(pageNumbers(current, count)).toEqual(numbers)
  })
})
