import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { openScreen, stopScreens } from '../testing.tsx'
import { useAfterTyping, useSearchValue, useSetSearch } from './navigation.ts'

afterEach(stopScreens)

const Screen = () => {
  const afterTyping = useAfterTyping()
  const setSearch = useSetSearch()
  const search = (text: string) => afterTyping(100, () => setSearch({ q: text }))
  return (
    <>
      <button onClick={() => search('harbour')}>Type harbour</button>
      <button onClick={() => search('northlight')}>Type northlight</button>
      <p>Searched: {useSearchValue('q') ?? 'nothing'}</p>
    </>
  )
}

const type = (text: string) => userEvent.click(screen.getByRole('button', { name: `Type ${text}` }))

test('what is typed is searched on the page where it was typed, and not on the next one', async () => {
  const { router } = await openScreen(Screen, { address: '/$page', href: '/one' })
  await type('harbour')
  await screen.findByText('Searched: harbour')
  await router.navigate({ href: '/two' })
  await type('harbour')
  await router.navigate({ href: '/three' })
  await type('northlight')
  await screen.findByText('Searched: northlight')
  router.history.back()
  await waitFor(() => expect(router.state.location.href).toBe('/three'))
})
