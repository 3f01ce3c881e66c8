import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { TimeField } from '@playhead/ui/calendar/time-field.tsx'
import { sessionStore } from './session/session-store.ts'
import { setSingleKeys, useShortcut, useShortcutList, useSingleKeys } from './shortcuts.ts'
import { aSession } from './testing.tsx'

interface CounterProps {
  name?: string
  letter?: string
  isEnabled?: boolean
}

const Counter = ({ name = 'Timeframe', letter = 'T', isEnabled }: CounterProps) => {
  const [count, setCount] = useState(0)
  useShortcut(letter, name, () => setCount(count + 1), { isEnabled })
  return (
    <p>
      {name} {count}
    </p>
  )
}

const List = () => {
  const areOn = useSingleKeys()
  return (
    <p data-testid="list">
      {useShortcutList()
        .map(({ key, label }) => `${key} ${label}`)
        .join(', ')}{' '}
      {areOn ? 'on' : 'off'}
    </p>
  )
}

const listed = () => screen.getByTestId('list').textContent

const signInAs = (id: string) => {
  const session = aSession()
  sessionStore.dispatch({
    type: 'userSessionLoaded',
    session: { ...session, currentUser: { ...session.currentUser, id } },
  })
}

afterEach(() => {
  for (const id of ['mira', 'jonas']) {
    signInAs(id)
    setSingleKeys(true)
  }
  sessionStore.dispatch({ type: 'loggedOut' })
})

describe('single keys', () => {
  test('a key acts every time, with what the screen shows by then', async () => {
    render(<Counter />)
    await userEvent.keyboard('tt')
    expect(screen.getByText('Timeframe 2')).toBeTruthy()
  })

  test('they rest while text is entered, while a dialog is open and together with a modifier', async () => {
    const { rerender } = render(
      <>
        <Counter />
        <input aria-label="Name" />
        <TimeField label="Starts" />
      </>,
    )
    await userEvent.type(screen.getByLabelText('Name'), 't')
    fireEvent.keyDown(screen.getAllByRole('spinbutton')[0]!, { key: 't' })
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('{Control>}t{/Control}{Meta>}t{/Meta}{Alt>}t{/Alt}{Shift>}T{/Shift}')
    expect(screen.getByText('Timeframe 0')).toBeTruthy()
    rerender(
      <>
        <Counter />
        <dialog open aria-label="Delete" />
      </>,
    )
    await userEvent.keyboard('t')
    expect(screen.getByText('Timeframe 0')).toBeTruthy()
    rerender(<Counter />)
    await userEvent.keyboard('t')
    expect(screen.getByText('Timeframe 1')).toBeTruthy()
  })

  test('a held key acts once, and with caps lock as without', () => {
    render(<Counter />)
    fireEvent.keyDown(document.body, { key: 'T' })
    fireEvent.keyDown(document.body, { key: 'T', repeat: true })
    expect(screen.getByText('Timeframe 1')).toBeTruthy()
  })

  test('on a keyboard without Latin letters the key in the same place works', () => {
    render(<Counter />)
    fireEvent.keyDown(document.body, { key: 'е', code: 'KeyT' })
    expect(screen.getByText('Timeframe 1')).toBeTruthy()
  })

  test('the newest shortcut gets the key; a removed or disabled one is neither listed nor active', async () => {
    const { rerender } = render(
      <>
        <Counter name="Below" />
        <Counter name="Above" />
        <List />
      </>,
    )
    expect(listed()).toBe('t Above on')
    await userEvent.keyboard('t')
    expect(screen.getByText('Above 1')).toBeTruthy()
    expect(screen.getByText('Below 0')).toBeTruthy()
    rerender(
      <>
        <Counter name="Below" isEnabled={false} />
        <List />
      </>,
    )
    await userEvent.keyboard('t')
    expect(screen.getByText('Below 0')).toBeTruthy()
    expect(listed()).toBe(' on')
  })

  test('they can be turned off by each person, and that is remembered', async () => {
    signInAs('mira')
    const { rerender, unmount } = render(
      <>
        <Counter />
        <List />
      </>,
    )
    setSingleKeys(false)
    await userEvent.keyboard('t')
    expect(screen.getByText('Timeframe 0')).toBeTruthy()
    expect(localStorage.getItem('playhead_single_keys_off:mira')).toBe('1')
    signInAs('jonas')
    rerender(
      <>
        <Counter />
        <List />
      </>,
    )
    expect(listed()).toBe('t Timeframe on')
    await userEvent.keyboard('t')
    expect(screen.getByText('Timeframe 1')).toBeTruthy()
    unmount()
    signInAs('mira')
    render(<List />)
    expect(listed()).toBe(' off')
  })
})
