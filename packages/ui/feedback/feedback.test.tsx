import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dismissBanner, isBannerInContext, visibleBanners } from './banner-visibility.ts'
import type { BannerDefinition } from './banner-visibility.ts'
import { Banner } from './banner.tsx'
import { CopyControl } from '../buttons/copy-control.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { ScoreBadge } from '../badges/score-badge.tsx'
import { ToastRegion } from './toast-region.tsx'
import { toasts } from './toast-store.ts'

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    act(() => toasts.clear())
    vi.useRealTimers()
  })

  const wait = (milliseconds: number) =>
    act(() => {
      vi.advanceTimersByTime(milliseconds)
    })

  test.each(['info', 'error', 'warning', 'success'] as const)(
    'KIT-025 a toast has an id, a title, a description and the type %s',
    (type) => {
      render(<ToastRegion />)
      let id = ''
      act(() => {
        id = toasts.show({ type, title: 'Export ready', description: 'It has 20 rows.' })
      })
      expect(toasts.list()).toEqual([
        { id, type, title: 'Export ready', description: 'It has 20 rows.' },
      ])
      const region = screen.getByRole('region', { name: 'Notifications' })
      expect(region.textContent).toContain('Export readyIt has 20 rows.')
      expect(region.querySelector(`.ph-tone-${type}`)).not.toBeNull()
    },
  )

  test('an error is an alert inside an item of the list', () => {
    render(<ToastRegion />)
    act(() => void toasts.show({ type: 'error', title: 'Export failed' }))
    const item = within(screen.getByRole('list')).getByRole('listitem')
    expect(within(item).getByRole('alert').textContent).toBe('Export failed')
  })

  test('KIT-026 a toast leaves on close', () => {
    render(<ToastRegion />)
    act(() => {
      toasts.show({ type: 'info', title: 'First' })
      toasts.show({ type: 'info', title: 'Second' })
    })
    fireEvent.click(screen.getByRole('button', { name: 'Close: First' }))
    expect(toasts.list().map((toast) => toast.title)).toEqual(['Second'])
  })

  test('KIT-026 a toast times out after 10 seconds', () => {
    render(<ToastRegion />)
    act(() => void toasts.show({ type: 'info', title: 'Saved' }))
    wait(9_999)
    expect(screen.queryByText('Saved')).not.toBeNull()
    wait(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('the time stops while the pointer is over a toast', () => {
    render(<ToastRegion />)
    act(() => void toasts.show({ type: 'info', title: 'Saved' }))
    wait(6_000)
    fireEvent.mouseEnter(screen.getByRole('region'))
    wait(60_000)
    expect(screen.queryByText('Saved')).not.toBeNull()
    fireEvent.mouseLeave(screen.getByRole('region'))
    wait(3_999)
    expect(screen.queryByText('Saved')).not.toBeNull()
    wait(1)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('a toast of the same id replaces the one before', () => {
    toasts.show({ id: 'upload', type: 'info', title: 'Uploading' })
    toasts.show({ id: 'upload', type: 'success', title: 'Uploaded' })
    expect(toasts.list().map((toast) => toast.title)).toEqual(['Uploaded'])
  })
})

describe('banners', () => {
  const trial: BannerDefinition = {
    type: 'trial_expiration',
    level: 'warning',
    message: 'Your trial is about to expire.',
    context: '/organizations',
    excludeContext: ['/organizations/o1/billing', /\/plans$/],
    isDismissible: true,
    action: { label: 'See plans' },
  }

  test('KIT-027 a banner shows its message, its level, its action and its dismissal', async () => {
    const user = userEvent.setup()
    const onClick = vi.fn()
    const onDismiss = vi.fn()
    const { rerender, container } = render(
      <Banner
        level={trial.level}
        message={trial.message}
        action={{ label: 'See plans', onClick }}
        onDismiss={onDismiss}
      />,
    )
    expect(screen.getByRole('status').textContent).toContain('Your trial is about to expire.')
    expect(container.querySelector('[data-level="warning"]')).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'See plans' }))
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect([onClick.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 1])

    rerender(<Banner level="error" message="Gone" />)
    expect(screen.getByRole('alert').textContent).toBe('Gone')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test.each([
    ['/organizations/o1/settings', true],
    ['/organizations', true],
    ['/organizations-archive', false],
    ['/login', false],
    ['/organizations/o1/billing', false],
    ['/organizations/o1/billing/invoices', false],
    ['/organizations/o1/plans', false],
  ])('KIT-028 on the route %s the banner shows: %s', (route, isShown) => {
    expect(isBannerInContext(trial, route)).toBe(isShown)
  })

  test('KIT-028 a banner without context shows everywhere', () => {
    expect(isBannerInContext({}, '/login')).toBe(true)
    expect(isBannerInContext({ excludeContext: (route) => route === '/login' }, '/login')).toBe(
      false,
    )
  })

  test('KIT-029 a dismissed banner stays away in its organization and shows in another', () => {
    const place = { route: '/organizations/o1', organizationId: 'o1' }
    expect(visibleBanners([trial], place)).toEqual([trial])
    dismissBanner(trial.type, 'o1')
    expect(localStorage.length).toBe(1)
    expect(visibleBanners([trial], place)).toEqual([])
    expect(visibleBanners([trial], { ...place, organizationId: 'o2' })).toEqual([trial])
    expect(visibleBanners([{ ...trial, isDismissible: false }], place)).toHaveLength(1)
    expect(visibleBanners([{ ...trial, type: 'volume' }], place)).toHaveLength(1)
  })
})

describe('copy control', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test("KIT-037 it shows 'Click to copy', copies on click, and shows 'Copied' for 2 seconds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    render(<CopyControl value="nl7ekQ3c9w2mJ5v8" />)
    const control = screen.getByRole('button', { name: 'nl7ekQ3c9w2mJ5v8' })
    await user.tab()
    expect(screen.getByRole('tooltip').textContent).toBe('Click to copy')
    await user.click(control)
    expect(await navigator.clipboard.readText()).toBe('nl7ekQ3c9w2mJ5v8')
    expect(screen.getByRole('tooltip').textContent).toBe('Copied')
    expect(screen.getByRole('status').textContent).toBe('Copied')
    act(() => void vi.advanceTimersByTime(1_900))
    expect(screen.getByRole('status').textContent).toBe('Copied')
    act(() => void vi.advanceTimersByTime(100))
    expect(screen.getByRole('status').textContent).toBe('')
  })

  test('KIT-037 DEMO-004 dots in the place of a secret cannot be copied', () => {
    render(<CopyControl value="•••" label="Copy the key" />)
    expect(screen.getByText('•••')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('KIT-037 a value that can not be copied is reported', async () => {
    const user = userEvent.setup()
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    render(<CopyControl value="abc" />)
    await user.click(screen.getByRole('button', { name: 'abc' }))
    expect(screen.getByRole('status').textContent).toBe('')
    expect(toasts.list().map((toast) => toast.type)).toEqual(['error'])
    toasts.clear()
    write.mockRestore()
  })

  test('KIT-037 pages without a clipboard, such as those of plain http, copy a selection', async () => {
    const user = userEvent.setup()
    const given = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
    let copied: string | undefined
    const execute = vi.fn(() => {
      copied = document.querySelector('textarea')?.value
      return true
    })
    Object.assign(document, { execCommand: execute })
    render(<CopyControl value="abc" />)
    const control = screen.getByRole('button', { name: 'abc' })
    await user.click(control)
    expect(copied).toBe('abc')
    expect(document.querySelector('textarea')).toBeNull()
    expect(document.activeElement).toBe(control)
    expect(screen.getByRole('status').textContent).toBe('Copied')
    execute.mockReturnValue(false)
    await user.click(control)
    expect(toasts.list().map((toast) => toast.type)).toEqual(['error'])
    toasts.clear()
    given.mockRestore()
    Reflect.deleteProperty(document, 'execCommand')
  })
})

describe('progress and scores', () => {
  test('KIT-001 KIT-011 the progress bar is 8 high and has the variants default and striped', () => {
    const { rerender, container } = render(<ProgressBar label="Uploading" value={62} />)
    const bar = screen.getByRole('progressbar', { name: 'Uploading' })
    const variant = () => container.querySelector<HTMLElement>('[data-variant]')?.dataset.variant
    expect(bar.style.height).toBe('8px')
    expect(bar.getAttribute('aria-valuenow')).toBe('62')
    expect(variant()).toBe('default')
    rerender(<ProgressBar label="Uploading" value={300} max={200} variant="striped" height={4} />)
    expect(variant()).toBe('striped')
    expect(bar.style.height).toBe('4px')
    expect(bar.getAttribute('aria-valuenow')).toBe('100')
    rerender(<ProgressBar label="Uploading" />)
    expect(bar.hasAttribute('aria-valuenow')).toBe(false)
  })

  test.each([
    [85, '85.00', 'good'],
    [84.9, '84.90', 'warn'],
    [64.9, '64.90', 'bad'],
    [null, 'N/A', undefined],
  ])('KIT-049 the badge of the score %s reads %s and is %s', (score, text, tone) => {
    render(<ScoreBadge score={score} />)
    expect(screen.getByText(text).dataset.tone).toBe(tone)
  })
})
