import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './categorize-errors-screen.tsx'

const list = 'GET /ui/v1/error-codes/config'

const progressOf = (code: string, more: Record<string, unknown> = {}) => ({
  code,
  status: 'running',
  views_total: 5_000,
  views_done: 1_200,
  requested_at: '2026-11-20T10:00:00.000Z',
  finished_at: null,
  ...more,
})

const rule = (code: string, more: Record<string, unknown> = {}) => ({
  code,
  error_severity: 'warning',
  is_business_exception: false,
  updated_at: '2026-11-20T10:00:00.000Z',
  progress: null,
  ...more,
})

const listOf = (rules: unknown[], applying: unknown[] = []) => ({
  body: { data: rules, applying, total_row_count: rules.length },
})

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const open = (api: ApiHandlers, isAdmin = true) => {
  const organization = anOrganization({ isAdmin })
  return openScreen(WithToasts, {
    address: '/organizations/$organizationId/environments/$environmentId/settings',
    href: `/organizations/${ids.organization}/environments/${ids.environment}/settings`,
    session: aSession({ organization, organizations: [organization] }),
    api,
  })
}

const writes = (requests: Awaited<ReturnType<typeof open>>['requests']) =>
  requests.filter(({ method }) => method === 'PUT' || method === 'DELETE')

beforeEach(() => toasts.clear())
afterEach(async () => {
  vi.useRealTimers()
  await stopScreens()
})

const choose = async (code: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${code}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('ACCT-080 VIEW-022 all error codes are listed with severity and business exception', async () => {
  const { requests } = await open({
    [list]: listOf([
      rule('drm-42', { error_severity: 'fatal', is_business_exception: true }),
      rule('210', { progress: progressOf('210', { status: 'finished' }) }),
    ]),
  })
  const drm = await screen.findByRole('row', { name: /drm-42/ })
  expect(
    within(drm)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
      .slice(0, 3),
  ).toEqual(['Fatal', 'Yes', 'To all views'])
  const other = screen.getByRole('row', { name: /210/ })
  expect(
    within(other)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
      .slice(0, 2),
  ).toEqual(['Warning', 'No'])
  expect(requests.filter(({ path }) => path.includes('error-codes'))).toHaveLength(1)
  expect(requests[0]!.headers['x-environment-id']).toBe(ids.environment)
})

test('VIEW-020 the note says how long changes take, and each shows its progress live', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let done = 1_200
  await open({
    [list]: () =>
      done < 5_000
        ? listOf(
            [rule('210', { progress: progressOf('210', { views_done: done }) })],
            [progressOf('210', { views_done: done })],
          )
        : listOf([rule('210', { progress: progressOf('210', { status: 'finished' }) })]),
  })
  expect(
    await screen.findByText('Changes to error configurations take 5 to 10 minutes to apply.'),
  ).toBeTruthy()
  const bar = await screen.findByRole('progressbar', { name: 'Applying 210' })
  expect(bar.getAttribute('aria-valuetext')).toBe('1,200 of 5,000 views')
  done = 3_000
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe('3,000 of 5,000 views'))
  done = 5_000
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.getByRole('row', { name: /210/ }).textContent).toContain('To all views')
})

test('VIEW-021 VIEW-023 a code is added as a warning and no business exception by default', async () => {
  let rules: unknown[] = []
  const { requests } = await open({
    [list]: () => listOf(rules),
    'GET /data/v1/errors': {
      body: {
        data: [
          { id: 1, code: null, count: 31, player_error_code: 'captions', percentage: 1 },
          { id: 2, code: null, count: 3, player_error_code: 'drm-42', percentage: 1 },
        ].map((row) => ({
          description: null,
          last_seen: '2026-11-20T10:00:00.000Z',
          message: null,
          notes: null,
          ...row,
        })),
        timeframe: [1, 2],
        total_row_count: 2,
        page: 1,
        limit: 200,
      },
    },
    'PUT /ui/v1/error-codes/drm-42/config': () => {
      rules = [rule('drm-42')]
      return { body: { data: rules[0] } }
    },
  })
  expect(await screen.findByText('No error codes are configured')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add error code' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add an error code' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('Error code is required')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Error code' }))
  await userEvent.click(await screen.findByRole('option', { name: 'drm-42' }))
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Warning' }).checked).toBe(
    true,
  )
  expect(
    within(dialog).getByRole<HTMLInputElement>('switch', { name: 'Business exception' }).checked,
  ).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('row', { name: /drm-42/ })).toBeTruthy()
  expect(await screen.findByText('Error configuration saved')).toBeTruthy()
  expect(writes(requests).map(({ method, body }) => [method, body])).toEqual([
    ['PUT', { error_severity: 'warning', is_business_exception: false }],
  ])
})

test('VIEW-023 a configuration is edited, and a code cannot be added twice', async () => {
  const { requests } = await open({
    [list]: listOf([rule('drm-42')]),
    'PUT /ui/v1/error-codes/drm-42/config': { body: { data: rule('drm-42') } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add error code' }))
  let dialog = await screen.findByRole('dialog', { name: 'Add an error code' })
  await userEvent.type(within(dialog).getByRole('combobox', { name: 'Error code' }), 'drm-42')
  await userEvent.tab()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('This error code is configured already')).toBeTruthy()
  // The first Escape closes the list of codes, the second the dialog.
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose('drm-42', 'Edit')
  dialog = await screen.findByRole('dialog', { name: 'Configure drm-42' })
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Fatal' }))
  await userEvent.click(within(dialog).getByRole('switch', { name: 'Business exception' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(writes(requests).map(({ body }) => body)).toEqual([
      { error_severity: 'fatal', is_business_exception: true },
    ]),
  )
})

test('VIEW-023 removing asks first, and the dialog shows a refusal', async () => {
  let rules = [rule('drm-42')]
  let isRefused = true
  const { requests } = await open({
    [list]: () => listOf(rules),
    'DELETE /ui/v1/error-codes/drm-42/config': () => {
      if (isRefused)
        return { status: 409, body: { error: { type: 'conflict', messages: ['Not now.'] } } }
      rules = []
      return {}
    },
  })
  await choose('drm-42', 'Remove')
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Remove the configuration of drm-42?',
  })
  expect(writes(requests)).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await within(dialog).findByText('Not now.')).toBeTruthy()
  isRefused = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('No error codes are configured')).toBeTruthy()
})

test('ACCT-080 members read the configurations and change none', async () => {
  await open({ [list]: listOf([rule('drm-42')]) }, false)
  await screen.findByRole('row', { name: /drm-42/ })
  expect(screen.queryByRole('button', { name: /Actions/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add error code' })).toBeNull()
  expect(screen.getByText(/Administrators change it/)).toBeTruthy()
})

test('a list that cannot be read says why and can be asked for again', async () => {
  let isAway = true
  await open({
    [list]: () =>
      isAway
        ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['Away.'] } } }
        : listOf([rule('drm-42')]),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Away.')
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('row', { name: /drm-42/ })).toBeTruthy()
})
