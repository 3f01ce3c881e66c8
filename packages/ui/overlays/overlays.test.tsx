import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Button } from '../buttons/button.tsx'
import { toasts } from '../feedback/toast-store.ts'
import { CommandPalette } from '../menus/command-palette.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Drawer } from './drawer.tsx'
import { Dropdown } from '../menus/dropdown.tsx'
import { FullScreenModal } from './full-screen-modal.tsx'
import { Menu } from '../menus/menu.tsx'
import { Modal } from './modal.tsx'
import {
  drawerWidth,
  dropdownMaxHeight,
  fullScreenModalWidths,
  modalMaxWidth,
  modalMinWidth,
  tooltipDelayMs,
  tooltipMaxWidth,
  tooltipOffset,
} from './overlay-sizes.ts'
import { SearchableDropdown } from '../menus/searchable-dropdown.tsx'
import { useToggle } from './toggle.ts'
import { Tooltip } from './tooltip.tsx'

const overlays = [
  ['modal', Modal],
  ['drawer', Drawer],
  ['full-screen modal', FullScreenModal],
] as const

describe.each(overlays)('%s', (_name, Overlay) => {
  function Example() {
    const { isOpen, close, toggle } = useToggle()
    return (
      <>
        <Button onClick={toggle}>Toggle</Button>
        <Overlay isOpen={isOpen} onClose={close} title="Details" description="About it">
          <input aria-label="First" />
        </Overlay>
      </>
    )
  }

  test('KIT-001 KIT-002 KIT-004 it opens, is named by its title, and Escape closes it', async () => {
    const user = userEvent.setup()
    render(<Example />)
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Toggle' }))
    const dialog = screen.getByRole('dialog', { name: 'Details' })
    expect(dialog.contains(document.activeElement)).toBe(true)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Toggle' }))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('the keyboard stays inside and returns to where it came from', async () => {
    const user = userEvent.setup()
    render(<Example />)
    const opener = screen.getByRole('button', { name: 'Toggle' })
    await user.click(opener)
    const dialog = screen.getByRole('dialog')
    for (let step = 0; step < 4; step += 1) {
      await user.tab()
      expect(dialog.contains(document.activeElement)).toBe(true)
    }
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })
})

test('KIT-004 Escape closes what opened last', async () => {
  const user = userEvent.setup()
  function Example() {
    const [depth, setDepth] = useState(1)
    return (
      <Drawer isOpen={depth > 0} onClose={() => setDepth(0)} title="Below">
        <Button onClick={() => setDepth(2)}>Open another</Button>
        <Modal isOpen={depth > 1} onClose={() => setDepth(1)} title="Above">
          Above
        </Modal>
      </Drawer>
    )
  }
  render(<Example />)
  await user.click(screen.getByRole('button', { name: 'Open another' }))
  expect(screen.getByRole('dialog', { name: 'Above' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Above' })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Below' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('KIT-005 KIT-007 KIT-008 KIT-009 KIT-010 sizes of what floats', () => {
  expect(dropdownMaxHeight).toBe(500)
  expect([modalMinWidth, modalMaxWidth]).toEqual([360, 600])
  expect(drawerWidth).toBe(600)
  expect(fullScreenModalWidths).toEqual({ narrow: 600, wide: 800 })
  expect([tooltipMaxWidth, tooltipOffset, tooltipDelayMs]).toEqual([300, 10, 0])
})

test('KIT-008 a drawer is 600 px wide and opens on the right', () => {
  render(
    <Drawer isOpen onClose={() => undefined} title="Details">
      Body
    </Drawer>,
  )
  const panel = screen.getByRole('dialog').closest('.ph-drawer') as HTMLElement
  expect(panel.style.width).toBe('600px')
  expect(panel.dataset.side).toBe('right')
})

test.each([
  ['narrow', '600px'],
  ['wide', '800px'],
] as const)('KIT-009 a %s full-screen modal is %s wide', (width, expected) => {
  render(
    <FullScreenModal isOpen onClose={() => undefined} title="Details" width={width}>
      Body
    </FullScreenModal>,
  )
  expect(screen.getByRole('dialog').style.width).toBe(expected)
})

describe('confirmation', () => {
  test('it asks for the typed word and stays open with the reason when it fails', async () => {
    const user = userEvent.setup()
    const onConfirm = vi.fn().mockRejectedValue(new Error('The asset is in use.'))
    render(
      <ConfirmDialog
        isOpen
        onClose={() => undefined}
        onConfirm={onConfirm}
        title="Delete this asset?"
        confirmLabel="Delete asset"
        typedConfirmation="delete"
        isDanger
      >
        This can’t be undone.
      </ConfirmDialog>,
    )
    const confirm = screen.getByRole('button', { name: 'Delete asset' })
    expect(confirm).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox'), 'delete')
    await user.click(confirm)
    expect(onConfirm).toHaveBeenCalledTimes(1)
    expect((await screen.findByRole('alert')).textContent).toBe('The asset is in use.')
  })

  test('confirmed, it closes, says what was done and only then goes on', async () => {
    const user = userEvent.setup()
    const order: string[] = []
    render(
      <ConfirmDialog
        onClose={() => order.push('closed')}
        onConfirm={() => Promise.resolve(order.push('confirmed'))}
        onDone={() => order.push(...toasts.list().map(({ title }) => title), 'gone on')}
        title="Delete this asset?"
        confirmLabel="Delete asset"
        doneToast="Asset deleted"
      >
        This can’t be undone.
      </ConfirmDialog>,
    )
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Delete asset' }))
    await waitFor(() => expect(order).toEqual(['confirmed', 'closed', 'Asset deleted', 'gone on']))
    toasts.clear()
  })
})

describe('menu', () => {
  test('KIT-001 KIT-002 the keyboard opens it, moves in it, chooses, and Escape closes it', async () => {
    const user = userEvent.setup()
    const onDelete = vi.fn()
    render(
      <Menu
        label="Asset actions"
        trigger={<Button>Actions</Button>}
        items={[
          { id: 'edit', label: 'Edit' },
          { id: 'rest', items: [{ id: 'delete', label: 'Delete', onSelect: onDelete }] },
        ]}
      />,
    )
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('menu', { name: 'Actions' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.keyboard('{Enter}')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onDelete).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  test('KIT-002 a dropdown toggles between open and closed', async () => {
    const user = userEvent.setup()
    render(
      <Dropdown label="Options" trigger={<Button>Options</Button>}>
        Content
      </Dropdown>,
    )
    const trigger = screen.getByRole('button', { name: 'Options' })
    await user.click(trigger)
    expect(screen.getByRole('dialog', { name: 'Options' })).toBeTruthy()
    expect(trigger.getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(trigger.getAttribute('aria-expanded')).toBe('false')
  })
})

describe('searchable dropdown', () => {
  const items = [
    { id: 'de', label: 'Germany' },
    { id: 'fr', label: 'France' },
    { id: 'gf', label: 'French Guiana' },
  ]
  async function open(onSelect = vi.fn()) {
    const user = userEvent.setup()
    render(
      <SearchableDropdown
        label="Country"
        trigger={<Button>Germany</Button>}
        items={items}
        selectedId="de"
        onSelect={onSelect}
        noResultsText="No countries match"
      />,
    )
    await user.click(screen.getByRole('button', { name: 'Germany' }))
    return { user, onSelect }
  }

  test('KIT-006 it filters by name and shows the text of the caller when nothing matches', async () => {
    const { user } = await open()
    const filter = screen.getByPlaceholderText('Filter by name')
    expect(document.activeElement).toBe(filter)
    expect(screen.queryByText('No countries match')).toBeNull()
    await user.type(filter, 'fr')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'France',
      'French Guiana',
    ])
    await user.type(filter, 'x')
    expect(screen.queryAllByRole('option')).toEqual([])
    expect(screen.getByText('No countries match')).toBeTruthy()
  })

  test('KIT-006 arrow keys move, Enter chooses and closes', async () => {
    const { user, onSelect } = await open()
    expect(screen.getByRole('option', { name: 'Germany', selected: true })).toBeTruthy()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
    expect(onSelect.mock.calls).toEqual([['fr']])
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  })

  test('KIT-004 Escape closes the searchable dropdown', async () => {
    const { user, onSelect } = await open()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    expect(onSelect).not.toHaveBeenCalled()
  })
})

test('the command palette finds by label and keyword and runs what is chosen', async () => {
  const user = userEvent.setup()
  const onSelect = vi.fn()
  const onClose = vi.fn()
  render(
    <CommandPalette
      isOpen
      onClose={onClose}
      groups={[
        {
          id: 'go',
          title: 'Go to',
          items: [
            { id: 'metrics', label: 'Metrics' },
            { id: 'assets', label: 'Assets', keywords: 'videos', onSelect },
          ],
        },
      ]}
    />,
  )
  await user.type(screen.getByRole('combobox'), 'vid')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  await user.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledTimes(1)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('KIT-001 KIT-010 the tooltip shows at once on hover and describes its trigger', async () => {
  const user = userEvent.setup()
  render(
    <Tooltip content="Opens the guide">
      <Button>Help</Button>
    </Tooltip>,
  )
  await user.tab()
  const tooltip = screen.getByRole('tooltip')
  expect(tooltip.textContent).toBe('Opens the guide')
  expect(tooltip.style.maxWidth).toBe('300px')
  expect(screen.getByRole('button').getAttribute('aria-describedby')).toBe(tooltip.id)
})
