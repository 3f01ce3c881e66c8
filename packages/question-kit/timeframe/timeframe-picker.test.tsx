import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FlagValue } from '@playhead/domain/flags.ts'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { aSession, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import { CopyLinkButton } from '../question/copy-link-button.tsx'
import { TimeframePicker } from './timeframe-picker.tsx'
import { useQuestion } from '../question/use-question.ts'

const now = new Date('2026-11-21T15:03:20Z')

// The first load compiles the calendar; that time is not part of the test.
beforeAll(async () => {
  await import('@playhead/ui/menus/menu-popover.tsx')
  await import('./timeframe-calendar.tsx')
})

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  vi.stubEnv('TZ', 'UTC')
  // In this DOM, selections report every collapse, even one without effect, and so loop endlessly.
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => {})
  toasts.clear()
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await stopScreens()
})

const open = async (
  search = '',
  featureFlags: Record<string, FlagValue> = {},
  fallback?: string,
) => {
  const Screen = () => {
    const state = useQuestion({ fallback })
    return (
      <>
        <TimeframePicker state={state} />
        <CopyLinkButton />
        <p data-testid="asked">{JSON.stringify(state.query)}</p>
        <ToastRegion />
      </>
    )
  }
  const view = await openScreen(Screen, {
    href: `/${search}`,
    session: aSession({ featureFlags }),
  })
  const { router } = view
  return {
    ...view,
    search: () => decodeURIComponent(router.state.location.href).slice(1),
    asked: () =>
      JSON.parse(screen.getByTestId('asked').textContent ?? '') as Record<string, string[]>,
    back: async () => {
      router.history.back()
      await waitFor(() => expect(router.state.status).toBe('idle'))
    },
  }
}

const toggle = (name: string | RegExp = 'Last 24 hours') => screen.findByRole('button', { name })
const entries = async () =>
  (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
const choose = async (name: string) =>
  userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }))
const openCalendar = async (name?: string | RegExp) => {
  await userEvent.click(await toggle(name))
  await choose('Custom Range')
  return screen.findByRole('dialog', { name: 'Custom range' })
}
const date = (dialog: HTMLElement, name: RegExp) => within(dialog).getByRole('button', { name })
const shown = (dialog: HTMLElement, name: string) =>
  within(dialog)
    .getByRole('group', { name })
    .textContent.replaceAll(/[\u2066-\u2069\u202f\u00a0]/g, (sign) => (sign > '\u2060' ? '' : ' '))
const save = (dialog: HTMLElement) =>
  within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' })
const seconds = (text: string) => String(Date.parse(text) / 1_000)

describe('the dropdown', () => {
  test('TIME-002 TIME-003 TIME-009 TIME-010 a click on the toggle opens the presets and Custom Range', async () => {
    await open()
    expect(screen.queryByRole('menu')).toBeNull()
    await userEvent.click(await toggle())
    expect(await entries()).toEqual([
      'Last 60 minutes',
      'Last 6 hours',
      'Last 24 hours',
      'Last 7 days',
      'Last 30 days',
      'Last 3 months',
      'Last 6 months',
      'Custom Range',
    ])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  test('TIME-003 months are offered with historical data only', async () => {
    await open('', { historicalMetrics: false })
    await userEvent.click(await toggle())
    expect(await entries()).not.toContain('Last 3 months')
    expect(await entries()).toHaveLength(6)
  })

  test('TIME-001 TIME-011 a preset is written to the address and closes the dropdown; back undoes it', async () => {
    const { search, asked, back } = await open('?metric=rebuffer_percentage&page=3')
    await userEvent.click(await toggle())
    await choose('Last 7 days')
    expect(await toggle('Last 7 days')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(search()).toBe('?metric=rebuffer_percentage&timeframe[]=7:days')
    expect(asked().timeframe).toEqual(['7:days'])
    await back()
    expect(await toggle('Last 24 hours')).toBeTruthy()
  })

  test('the key T opens it, arrows choose', async () => {
    const { search } = await open()
    await toggle()
    await userEvent.keyboard('t')
    await screen.findByRole('menu')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Last 60 minutes'))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(search()).toBe('?timeframe[]=6:hours'))
  })
})

describe('the calendar', () => {
  test('TIME-012 TIME-019 Custom Range opens it with the last 7 days up to the start of today', async () => {
    await open()
    const dialog = await openCalendar()
    expect(shown(dialog, 'Start date')).toBe('11/14/2026')
    expect(shown(dialog, 'Start time')).toBe('12:00 AM')
    expect(shown(dialog, 'End date')).toBe('11/21/2026')
    expect(shown(dialog, 'End time')).toBe('12:00 AM')
  })

  test('TIME-014 TIME-017 TIME-025 first the start is chosen, then the end, then both are saved', async () => {
    const { search, asked } = await open()
    const dialog = await openCalendar()
    expect(within(dialog).getByText('Choose the start date')).toBeTruthy()
    await userEvent.click(date(dialog, /November 10, 2026/))
    expect(within(dialog).getByText('Choose the end date')).toBeTruthy()
    await userEvent.click(date(dialog, /November 12, 2026/))
    expect(within(dialog).getByText('Choose the start date')).toBeTruthy()
    expect(shown(dialog, 'End time')).toBe('11:59 PM')
    await userEvent.click(save(dialog))
    expect(await toggle('Nov 10 – 12')).toBeTruthy()
    const range = [seconds('2026-11-10T00:00:00Z'), seconds('2026-11-12T23:59:00Z')]
    expect(asked().timeframe).toEqual(range)
    expect(search()).toBe(`?timeframe[]=${range[0]}&timeframe[]=${range[1]}`)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(await toggle('Nov 10 – 12'))
  })

  test('TIME-018 dates that were clicked in reverse order are swapped', async () => {
    const { asked } = await open()
    const dialog = await openCalendar()
    await userEvent.click(date(dialog, /November 12, 2026/))
    await userEvent.click(date(dialog, /November 10, 2026/))
    await userEvent.click(save(dialog))
    await toggle('Nov 10 – 12')
    expect(asked().timeframe?.[0]).toBe(seconds('2026-11-10T00:00:00Z'))
  })

  test('TIME-023 dates before the retention and after today cannot be chosen', async () => {
    await open('', { historicalMetrics: false, retentionDays: 30 })
    const dialog = await openCalendar()
    const isDisabled = (name: RegExp) => date(dialog, name).getAttribute('aria-disabled') === 'true'
    expect(isDisabled(/November 22, 2026/)).toBe(true)
    expect(isDisabled(/^Today/)).toBe(false)
    expect(isDisabled(/October 22, 2026/)).toBe(false)
    expect(isDisabled(/October 21, 2026/)).toBe(true)
  })

  test('TIME-024 at the first date the start time is the next full hour', async () => {
    await open('', { historicalMetrics: false, retentionDays: 30 })
    const dialog = await openCalendar()
    await userEvent.click(date(dialog, /October 22, 2026/))
    await userEvent.click(date(dialog, /October 25, 2026/))
    expect(shown(dialog, 'Start time')).toBe('4:00 PM')
  })

  test('TIME-015 TIME-016 clearing empties it, and without a start nothing can be saved', async () => {
    await open()
    const dialog = await openCalendar()
    expect(save(dialog).disabled).toBe(false)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Clear' }))
    expect(shown(dialog, 'Start date')).toBe('mm/dd/yyyy')
    expect(shown(dialog, 'End date')).toBe('mm/dd/yyyy')
    expect(save(dialog).disabled).toBe(true)
    await userEvent.click(date(dialog, /November 10, 2026/))
    expect(save(dialog).disabled).toBe(false)
  })

  const type = async (dialog: HTMLElement, field: string, ...texts: string[]) => {
    const parts = within(within(dialog).getByRole('group', { name: field })).getAllByRole(
      'spinbutton',
    )
    for (const [index, text] of texts.entries()) {
      await userEvent.click(parts[index]!)
      await userEvent.keyboard(text)
    }
  }

  test('TIME-016 TIME-020 an end that was typed before the start cannot be saved', async () => {
    await open()
    const dialog = await openCalendar()
    await type(dialog, 'End date', '11', '10', '2026')
    expect(
      await within(dialog).findByText('Invalid dates. Start date must be before end date'),
    ).toBeTruthy()
    expect(save(dialog).disabled).toBe(true)
    await type(dialog, 'End date', '11', '18', '2026')
    expect(within(dialog).queryByRole('alert')).toBeNull()
    expect(save(dialog).disabled).toBe(false)
  })

  test('TIME-021 times less than a minute apart cannot be saved', async () => {
    await open(
      `?timeframe[]=${seconds('2026-11-20T10:00:00Z')}&timeframe[]=${seconds('2026-11-20T10:02:00Z')}`,
    )
    const dialog = await openCalendar('Nov 20, 10:00 – 10:02')
    await type(dialog, 'End time', '10', '00')
    expect(
      await within(dialog).findByText('Invalid times. Needs to be longer than 1 minute'),
    ).toBeTruthy()
    expect(save(dialog).disabled).toBe(true)
    await type(dialog, 'End time', '10', '01')
    expect(within(dialog).queryByRole('alert')).toBeNull()
    expect(save(dialog).disabled).toBe(false)
  })

  test('TIME-022 a start that was typed before the retention cannot be saved', async () => {
    await open('', { historicalMetrics: false, retentionDays: 30 })
    const dialog = await openCalendar()
    await type(dialog, 'Start date', '10', '01', '2026')
    expect(
      await within(dialog).findByText(
        'Invalid start date. The earliest date you can view is Oct 22, 2026',
      ),
    ).toBeTruthy()
    expect(save(dialog).disabled).toBe(true)
  })

  test.each<[string, Record<string, FlagValue>, string]>([
    ['TIME-031', { historicalMetrics: true, retentionDays: 100 }, 'Oct 23, 2025'],
    ['TIME-031', { historicalMetrics: false, retentionDays: 60 }, 'Sep 22, 2026'],
    ['TIME-032', { historicalMetrics: false, retentionDays: 0 }, 'Aug 13, 2026'],
  ])('%s with %j the earliest date is %s', async (_, flags, date) => {
    await open('', flags)
    const dialog = await openCalendar()
    await type(dialog, 'Start date', '01', '01', '2025')
    expect(
      await within(dialog).findByText(
        `Invalid start date. The earliest date you can view is ${date}`,
      ),
    ).toBeTruthy()
  })

  test('TIME-026 a time of today that was typed after now is capped at now', async () => {
    const { asked } = await open()
    const dialog = await openCalendar()
    await type(dialog, 'End time', '11', '00', 'p')
    await userEvent.click(within(dialog).getByText('Choose the start date'))
    await waitFor(() => expect(shown(dialog, 'End time')).toBe('3:03 PM'))
    await userEvent.click(save(dialog))
    await waitFor(() => expect(asked().timeframe?.[1]).toBe(seconds('2026-11-21T15:03:00Z')))
  })

  test('TIME-025 TIME-027 TIME-033 a historical range is of whole days in UTC', async () => {
    const { asked } = await open()
    const dialog = await openCalendar()
    expect(shown(dialog, 'End time')).toBe('12:00 AM')
    await type(dialog, 'Start date', '03', '01', '2026')
    expect(shown(dialog, 'End date')).toBe('11/21/2026')
    expect(shown(dialog, 'End time')).toBe('3:03 PM')
    await type(dialog, 'End date', '03', '07', '2026')
    expect(shown(dialog, 'Start time')).toBe('12:00 AM')
    expect(shown(dialog, 'End time')).toBe('11:59 PM')
    expect(
      within(dialog).getByRole('group', { name: 'Start time' }).getAttribute('aria-disabled'),
    ).toBe('true')
    expect(within(dialog).getByText(/Whole days in UTC/)).toBeTruthy()
    await userEvent.click(save(dialog))
    expect(await toggle('Mar 1 – 7 UTC')).toBeTruthy()
    expect(asked().timeframe).toEqual([
      seconds('2026-03-01T00:00:00Z'),
      seconds('2026-03-07T23:59:00Z'),
    ])
  })

  test('TIME-028 TIME-029 TIME-030 the calendar says what a historical range removes, before and after', async () => {
    const filters =
      'filters[]=browser:Chrome&filters[]=country:US&metric_filters[]=video_startup_time>2'
    const { search, asked, back } = await open(`?${filters}`)
    const given = asked()
    expect(given.filters).toEqual(['browser:Chrome', 'country:US'])
    const dialog = await openCalendar()
    const warning =
      'Selected filter dimensions aren’t available for this time frame and will be removed'
    expect(within(dialog).queryByText(warning)).toBeNull()
    await type(dialog, 'Start date', '03', '01', '2026')
    expect(await within(dialog).findByText(warning)).toBeTruthy()
    await userEvent.click(save(dialog))
    expect(await screen.findByText('Filters Removed')).toBeTruthy()
    expect(asked().filters).toEqual(['browser:Chrome'])
    expect(asked().metricFilters).toEqual([])
    expect(search()).not.toContain('country')
    expect(search()).not.toContain('metric_filters')
    expect(toasts.list()).toHaveLength(1)
    await back()
    await waitFor(() => expect(asked()).toEqual(given))
  })
})

describe('the address', () => {
  const old = `timeframe[]=${seconds('2026-03-01T00:00:00Z')}&timeframe[]=${seconds('2026-03-07T00:00:00Z')}`

  test.each([old, 'timeframe[]=3:months', 'timeframe[]=6:months'])(
    'TIME-007 without historical data %s becomes 24 hours',
    async (timeframe) => {
      const { search, asked } = await open(`?${timeframe}&filters[]=country:US`, {
        historicalMetrics: false,
      })
      expect(await toggle('Last 24 hours')).toBeTruthy()
      await waitFor(() => expect(search()).toBe('?timeframe[]=24:hours&filters[]=country:US'))
      expect(asked().filters).toEqual(['country:US'])
      expect(toasts.list()).toEqual([])
    },
  )

  test('TIME-029 TIME-030 a link to a historical range drops the filters it cannot use, with one message', async () => {
    const filters = 'filters[]=country:US&metric_filters[]=video_startup_time>2'
    const { search, asked } = await open(`?${old}&${filters}`)
    await waitFor(() => expect(search()).toBe(`?${old}`))
    expect(asked()).toMatchObject({ filters: [], metricFilters: [] })
    expect(await screen.findAllByText('Filters Removed')).toHaveLength(1)
    expect(toasts.list()).toHaveLength(1)
  })

  test('METR-069 with more dimensions than the plan allows, only the first ones stay', async () => {
    const values = ['country:US', 'browser:Chrome', 'country:CA', 'cdn:fastly']
    const link = (kept: string[]) => `?${kept.map((one) => `filters[]=${one}`).join('&')}`
    const { search, asked } = await open(link(values), { maxFilters: 2 })
    const kept = values.slice(0, 3)
    await waitFor(() => expect(search()).toBe(link(kept)))
    expect(asked().filters).toEqual(kept)
  })

  test('TIME-004 TIME-006 without a timeframe the last 24 hours are asked for', async () => {
    const { search, asked } = await open()
    expect(await toggle('Last 24 hours')).toBeTruthy()
    expect(asked().timeframe).toEqual(['24:hours'])
    expect(search()).toBe('')
  })

  test('TIME-005 a screen with its own default timeframe names it in the address once it is chosen', async () => {
    const { search, asked } = await open('', {}, '7:days')
    expect(asked().timeframe).toEqual(['7:days'])
    expect(search()).toBe('')
    await userEvent.click(await toggle('Last 7 days'))
    await choose('Last 24 hours')
    await waitFor(() => expect(search()).toBe('?timeframe[]=24:hours'))
    await userEvent.click(await toggle('Last 24 hours'))
    await choose('Last 7 days')
    await waitFor(() => expect(search()).toBe('?timeframe[]=7:days'))
  })

  test('invalid values are removed', async () => {
    const { search } = await open('?timeframe[]=yesterday&filters[]=nonsense')
    await waitFor(() => expect(search()).toBe(''))
  })

  test('Copy link gives the address of what is shown', async () => {
    const user = userEvent.setup()
    await open('?timeframe[]=7:days&filters[]=!country:US')
    await user.click(await screen.findByRole('button', { name: 'Copy link' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Copied')
    expect(await navigator.clipboard.readText()).toBe(
      `${globalThis.location.origin}/?timeframe[]=7:days&filters[]=!country:US`,
    )
  })
})
