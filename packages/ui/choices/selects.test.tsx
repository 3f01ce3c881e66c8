import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { ComboBox } from './combo-box.tsx'
import { LinkTabs } from '../navigation/link-tabs.tsx'
import { Link } from '../navigation/link.tsx'
import { MultiSelect } from './multi-select.tsx'
import { PanelTabs } from '../navigation/panel-tabs.tsx'
import { Select } from './select.tsx'
import { UiRouter } from '../navigation/ui-router.tsx'

const regions = [
  { value: 'fra', label: 'Frankfurt' },
  { value: 'dub', label: 'Dublin' },
  { value: 'bom', label: 'Mumbai', isDisabled: true },
]

describe('selects', () => {
  test('a select chooses one option, and can not choose a disabled one', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    render(<Select label="Region" value="fra" onChange={onChange} options={regions} />)
    const button = screen.getByRole('button', { name: /Region/ })
    expect(button.textContent).toBe('Frankfurt')
    await user.click(button)
    await user.click(screen.getByRole('option', { name: 'Mumbai' }))
    expect(onChange).not.toHaveBeenCalled()
    await user.click(screen.getByRole('option', { name: 'Dublin' }))
    expect(onChange.mock.calls).toEqual([['dub']])
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  })

  test.each(['top', 'bottom'] as const)(
    'KIT-014 the error of a select is shown at the %s',
    (errorPosition) => {
      render(
        <Select
          label="Region"
          value={null}
          onChange={() => undefined}
          options={regions}
          error="Choose a region"
          errorPosition={errorPosition}
        />,
      )
      const error = screen.getByText('Choose a region')
      const button = screen.getByRole('button', { name: /Region/ })
      const follows = button.compareDocumentPosition(error) & Node.DOCUMENT_POSITION_FOLLOWING
      expect(Boolean(follows)).toBe(errorPosition === 'bottom')
    },
  )

  test('a multi-select stays open while several are chosen, and keeps their order', async () => {
    const user = userEvent.setup()
    function Example() {
      const [values, setValues] = useState<string[]>(['dub'])
      return <MultiSelect label="Regions" values={values} onChange={setValues} options={regions} />
    }
    render(<Example />)
    await user.click(screen.getByRole('button', { name: 'Regions Dublin' }))
    await user.click(screen.getByRole('option', { name: 'Frankfurt' }))
    expect(screen.getByRole('option', { name: 'Frankfurt', selected: true })).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: 'Regions Frankfurt, Dublin' })).toBeTruthy()
  })

  test('a combo box offers what fits the typed text', async () => {
    const user = userEvent.setup()
    const onSelect = vi.fn()
    function Example() {
      const [text, setText] = useState('')
      return (
        <ComboBox
          label="City"
          value={text}
          onChange={setText}
          onSelect={onSelect}
          options={regions.slice(0, 2)}
          noResultsText="No such city"
        />
      )
    }
    render(<Example />)
    const input = screen.getByRole('combobox', { name: 'City' })
    await user.type(input, 'dub')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Dublin'])
    await user.type(input, 'x')
    expect(screen.getByText('No such city')).toBeTruthy()
    await user.keyboard('{Backspace}{ArrowDown}{Enter}')
    expect(onSelect.mock.calls).toEqual([['dub']])
    expect(input).toHaveProperty('value', 'Dublin')
  })
})

describe('tabs and links', () => {
  test('KIT-001 link tabs mark the current page and navigate on the client', async () => {
    const user = userEvent.setup()
    const navigate = vi.fn()
    render(
      <UiRouter navigate={navigate}>
        <LinkTabs
          label="Settings"
          selectedId="team"
          tabs={[
            { id: 'team', label: 'Team', href: '/settings/team', count: 5 },
            { id: 'tokens', label: 'Access tokens', href: '/settings/tokens' },
          ]}
        />
      </UiRouter>,
    )
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Team5')
    await user.click(screen.getByRole('link', { name: 'Access tokens' }))
    expect(navigate.mock.calls).toEqual([['/settings/tokens']])
  })

  test('a tab with a short label has the rest of its label apart, to leave it out on phones', () => {
    const { container } = render(
      <LinkTabs
        label="Pages"
        selectedId="channels"
        tabs={[
          {
            id: 'channels',
            label: 'Notification Channels',
            shortLabel: 'Channels',
            href: '/channels',
          },
          { id: 'rules', label: 'Rules', href: '/rules' },
        ]}
      />,
    )
    expect(screen.getByRole('link', { name: 'Notification Channels' })).toBeTruthy()
    const details = [...container.querySelectorAll('.ph-tab-detail')]
    expect(details.map(({ textContent }) => textContent)).toEqual(['Notification '])
  })

  test('the chosen one of tabs that scroll is in view', () => {
    const sizes = { offsetLeft: 0, offsetWidth: 80, clientWidth: 300 }
    const spies = Object.entries(sizes).map(([name, value]) =>
      vi
        .spyOn(HTMLElement.prototype, name as keyof typeof sizes, 'get')
        .mockImplementation(function (this: HTMLElement) {
          return name === 'offsetLeft' && this.textContent === 'Settings' ? 600 : value
        }),
    )
    const draw = (selectedId: string) => (
      <LinkTabs
        label="Parts"
        selectedId={selectedId}
        tabs={['Monitor', 'Settings'].map((name) => ({ id: name, label: name, href: `/${name}` }))}
      />
    )
    const { rerender } = render(draw('Monitor'))
    const list = screen.getByRole('list')
    expect(list.scrollLeft).toBe(0)
    rerender(draw('Settings'))
    expect(list.scrollLeft).toBe(490)
    for (const spy of spies) spy.mockRestore()
  })

  test('KIT-001 panel tabs move with the arrow keys', async () => {
    const user = userEvent.setup()
    render(
      <PanelTabs
        label="Asset"
        tabs={[
          { id: 'about', label: 'About', content: 'What it is' },
          { id: 'events', label: 'Events', content: 'What happened' },
        ]}
      />,
    )
    expect(screen.getByRole('tabpanel').textContent).toBe('What it is')
    await user.tab()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Events')
    expect(screen.getByRole('tabpanel').textContent).toBe('What happened')
  })

  test('a link that leaves says so and is not taken over', async () => {
    const user = userEvent.setup()
    const navigate = vi.fn()
    render(
      <UiRouter navigate={navigate}>
        <Link href="https://example.com/docs" isExternal>
          Documentation
        </Link>
      </UiRouter>,
    )
    const link = screen.getByRole('link', { name: /Documentation.*opens in a new tab/ })
    expect(link.getAttribute('target')).toBe('_blank')
    link.addEventListener('click', (event) => event.preventDefault())
    await user.click(link)
    expect(navigate).not.toHaveBeenCalled()
  })
})
