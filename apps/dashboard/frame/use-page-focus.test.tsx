import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { afterEach, expect, test } from 'vitest'
import { usePageFocus } from './use-page-focus.ts'

/** A page whose heading comes when the test says so, as that of a screen whose code is still loading. */
const aLatePage = () => {
  let isThere = false
  const listeners = new Set<() => void>()
  const Page = () => {
    const isShown = useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => isThere,
    )
    return <main>{isShown && <h1>Late page</h1>}</main>
  }
  const arrive = () => {
    isThere = true
    for (const listener of listeners) listener()
  }
  return { Page, arrive }
}

const Frame = ({ children }: { children: ReactNode }) => {
  usePageFocus()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Account
      </button>
      {children}
    </>
  )
}

const open = async () => {
  const { Page, arrive } = aLatePage()
  const root = createRootRoute({
    component: () => (
      <Frame>
        <Outlet />
      </Frame>
    ),
  })
  const first = createRoute({ getParentRoute: () => root, path: '/', component: () => <main /> })
  const late = createRoute({ getParentRoute: () => root, path: '/late', component: Page })
  const router = createRouter({
    routeTree: root.addChildren([first, late]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('button', { name: 'Account' })
  router.history.push('/late')
  await waitFor(() => expect(router.state.status).toBe('idle'))
  return { arrive }
}

afterEach(cleanup)

test('a heading that comes late gets the focus', async () => {
  const { arrive } = await open()
  arrive()
  const heading = await screen.findByRole('heading', { name: 'Late page' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('a heading that comes late leaves an open menu its focus, without which it would close', async () => {
  const { arrive } = await open()
  const menu = screen.getByRole('button', { name: 'Account' })
  await userEvent.click(menu)
  expect(document.activeElement).toBe(menu)
  arrive()
  const heading = await screen.findByRole('heading', { name: 'Late page' })
  // Observers of the page are called before this one, which begins later.
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(heading, { attributes: true })
    heading.dataset['seen'] = ''
  })
  expect(document.activeElement).toBe(menu)
})
