import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Button } from '@playhead/ui/buttons/button.tsx'
import type { MenuContent } from '@playhead/ui/menus/menu-popover.tsx'
import { LazyDropdown, LazyMenu, lazyPopup } from './lazy-popup.tsx'

const renderMenu = (Menu = LazyMenu) => {
  const onDelete = vi.fn()
  render(
    <>
      <Menu
        label="Actions"
        trigger={<Button>Actions</Button>}
        items={[
          { id: 'edit', label: 'Edit' },
          { id: 'delete', label: 'Delete', onSelect: onDelete },
        ]}
      />
      <button type="button">Elsewhere</button>
    </>,
  )
  return { trigger: screen.getByRole('button', { name: 'Actions' }), onDelete }
}
const item = (name: string) => screen.findByRole('menuitem', { name })
const isFocused = (element: Element) => waitFor(() => expect(document.activeElement).toBe(element))

describe('a menu that is loaded when it is wanted', () => {
  test('KIT-002 anyone who goes on before it has come is not called back', async () => {
    let arrive = () => {}
    const hasArrived = new Promise<void>((resolve) => (arrive = resolve))
    const SlowMenu = lazyPopup<'MenuPopover', MenuContent>('menu', 'MenuPopover', async () => {
      await hasArrived
      return import('@playhead/ui/menus/menu-popover.tsx')
    })
    const { trigger } = renderMenu(SlowMenu)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(trigger.getAttribute('aria-expanded')).toBe('true')
    await userEvent.tab()
    expect(trigger.getAttribute('aria-expanded')).toBe('false')
    arrive()
    await import('@playhead/ui/menus/menu-popover.tsx')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Elsewhere')
  })

  test('KIT-001 KIT-002 one click opens it, and Escape brings the focus back to the same button', async () => {
    const { trigger } = renderMenu()
    expect(trigger.getAttribute('aria-haspopup')).toBe('menu')
    expect(trigger.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(trigger)
    await item('Edit')
    expect(screen.getByRole('menu', { name: 'Actions' })).toBeTruthy()
    expect(trigger.getAttribute('aria-expanded')).toBe('true')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await isFocused(trigger)
    expect(trigger.isConnected).toBe(true)
    expect(trigger.getAttribute('aria-expanded')).toBe('false')
  })

  test.each([
    ['{Enter}', 'Edit'],
    [' ', 'Edit'],
    ['{ArrowDown}', 'Edit'],
    ['{ArrowUp}', 'Delete'],
  ])('KIT-002 the key %s opens it at %s', async (key, name) => {
    renderMenu()
    await userEvent.tab()
    await userEvent.keyboard(key)
    const entry = await item(name)
    await waitFor(() => expect(document.activeElement).toBe(entry))
  })

  test('KIT-002 choosing runs the entry and closes', async () => {
    const { trigger, onDelete } = renderMenu()
    await userEvent.click(trigger)
    await userEvent.click(await item('Delete'))
    expect(onDelete).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await isFocused(trigger)
  })
})

test('KIT-002 a dropdown opens with one click, and its content can close it', async () => {
  render(
    <LazyDropdown label="Places" trigger={<Button>Places</Button>}>
      {(close) => <Button onClick={close}>Done</Button>}
    </LazyDropdown>,
  )
  const trigger = screen.getByRole('button', { name: 'Places' })
  expect(trigger.getAttribute('aria-haspopup')).toBe('dialog')
  await userEvent.click(trigger)
  const dialog = await screen.findByRole('dialog', { name: 'Places' })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await isFocused(trigger)
})
