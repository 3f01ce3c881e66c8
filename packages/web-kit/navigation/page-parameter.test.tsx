import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useExistingPage, usePageParameter } from './page-parameter.ts'
import { openScreen, stopScreens } from '../testing.tsx'

afterEach(stopScreens)

const screenWith =
  (total: number | undefined, isPlaceholderData = false) =>
  () => {
    const paging = usePageParameter('users_page')
    const data = total === undefined ? undefined : { totalRowCount: total }
    useExistingPage(paging, 10, { data, isPlaceholderData })
    return <a href={paging.hrefFor(5)}>page {paging.page}</a>
  }

const open = (search: string, total?: number, isPlaceholderData?: boolean) =>
  openScreen(screenWith(total, isPlaceholderData), { address: '/team', href: `/team${search}` })

test.each(['', '?users_page=0', '?users_page=-2', '?users_page=two', '?users_page=1.5'])(
  'KIT-023 an address with %j asks for the first page',
  async (search) => {
    await open(search)
    expect(screen.getByText('page 1')).toBeTruthy()
  },
)

test('KIT-024 links to other pages keep path, query and hash', async () => {
  await open('?users_page=3&order=asc#team')
  expect(screen.getByText('page 3').getAttribute('href')).toBe('/team?users_page=5&order=asc#team')
})

test('a page past the end gives way to the last one, without a step in the history', async () => {
  const { router } = await open('?users_page=4', 21)
  await waitFor(() => expect(screen.getByText('page 3')).toBeTruthy())
  expect(router.history.length).toBe(1)
})

test('a list that is empty or another one leads nowhere', async () => {
  const { router } = await open('?users_page=4', 21, true)
  expect(router.state.location.href).toBe('/team?users_page=4')
  await stopScreens()
  const empty = await open('', 0)
  expect(empty.router.state.location.href).toBe('/team')
})
