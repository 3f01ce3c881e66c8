import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './changes-screen.tsx'

const address = '/organizations/$organizationId/environments/$environmentId/activity/changes'
const home = `/organizations/${ids.organization}/environments/${ids.environment}/activity/changes`

const aChange = (action: string, overrides: object = {}) => ({
  id: crypto.randomUUID(),
  action,
  subject_type: action.split('.')[0],
  subject_id: 'subject-1',
  subject_name: 'Uploader',
  environment_id: null,
  actor_kind: 'user',
  actor_email: 'mira@northlight.example',
  masquerading: false,
  detail: {},
  created_at: '2026-03-04T12:00:00.000Z',
  network: '203.0.113.0/24',
  user_agent: 'Firefox/140',
  ...overrides,
})

const apiOf = (rows: object[]): ApiHandlers => ({
  'GET /ui/v1/organization/changes': ({ headers }) =>
    headers['accept'] === 'text/csv'
      ? { text: 'id,action\r\n' }
      : {
          body: {
            data: rows,
            total_row_count: rows.length,
            page: 1,
            limit: 25,
            actions: ['access_token.created', 'webhook.deleted'],
            actors: ['mira@northlight.example', 'operator'],
          },
        },
})

afterEach(async () => {
  vi.restoreAllMocks()
  await stopScreens()
})

test('ACCT-018 changes are listed with who made them, narrowed in the address and saved as a file', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { requests, router } = await openScreen(Screen, {
    address,
    href: `${home}?action=webhook.deleted&actor=operator&timeframe=7:days`,
    api: apiOf([aChange('webhook.deleted')]),
  })
  const row = await screen.findByRole('row', { name: /Webhook deleted Uploader/ })
  expect(row.textContent).toContain('mira@northlight.example')
  expect(row.textContent).toContain('203.0.113.0/24Firefox/140')
  const asked = () => requests.filter(({ path }) => path === '/ui/v1/organization/changes')
  expect(Object.fromEntries(asked()[0]!.search)).toMatchObject({
    action: 'webhook.deleted',
    actor: 'operator',
    'timeframe[]': '7:days',
  })
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  const file = asked().find(({ headers }) => headers['accept'] === 'text/csv')!
  expect(file.search.get('action')).toBe('webhook.deleted')
  await userEvent.type(screen.getByLabelText('Find a subject'), 'subject-9')
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ subject_id: 'subject-9' }),
  )
})

test('without any change that passes, the filters can be cleared', async () => {
  const { router } = await openScreen(Screen, {
    address,
    href: `${home}?action=webhook.deleted`,
    api: apiOf([]),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(await screen.findByText('No changes yet')).toBeTruthy()
})
