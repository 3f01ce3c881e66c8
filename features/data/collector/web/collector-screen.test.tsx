import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { aSession, ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './collector-screen.tsx'

const root = '/ui/v1/operator/collector'
const production = {
  id: ids.environment,
  name: 'Production',
  organization_id: ids.organization,
  organization_name: 'Northlight TV',
  key: 'northlight-key',
}
const kiosk = {
  id: ids.otherEnvironment,
  name: 'Kiosk',
  organization_id: ids.otherOrganization,
  organization_name: 'Harbour Pictures',
  key: 'kiosk-key',
}

const named = ({ key: _key, ...rest }: typeof production) => rest

const ledger = {
  received: 1_204,
  stored: 1_190,
  duplicate: 4,
  rejected: 10,
  rejections: [
    { reason: 'view_final', count: 7 },
    { reason: 'too_large', count: 3 },
  ],
}

const status = (more: Record<string, unknown> = {}) => ({
  body: {
    data: {
      rates: {
        events_per_second: 3.25,
        batches_per_second: 1.1,
        open_views: 44,
        held_bytes: 2048,
        memory_bytes: 512 * 2 ** 20,
        waiting_requests: 0,
      },
      ledger,
      shed_requests: [{ reason: 'memory', count: 2 }],
      address: {
        domain: 'localhost:4000',
        cmcd_url: 'http://localhost:4000/cmcd',
        is_https_missing: false,
      },
      ...more,
    },
  },
})

const pageOf = (rows: unknown[]) => ({
  body: { data: rows, total_row_count: rows.length, page: 1, limit: 25 },
})

const conformance = {
  player: 'hls.js',
  player_version: '1.7.4',
  streaming_formats: ['hls'],
  report_count: 1_200,
  events: [],
  keys: [
    {
      key: 'sid',
      is_required: true,
      verdict: 'missing',
      present_count: 3,
      malformed_count: 0,
      missing_count: 2,
    },
    {
      key: 'ttfb',
      is_required: false,
      verdict: 'malformed',
      present_count: 9,
      malformed_count: 4,
      missing_count: 0,
    },
    {
      key: 'pt',
      is_required: false,
      verdict: 'missing',
      present_count: 0,
      malformed_count: 0,
      missing_count: 0,
    },
  ],
}

const open = (api: ApiHandlers = {}, search = '') =>
  openScreen(Screen, {
    address: '/operator/collector',
    href: `/operator/collector${search}`,
    session: aSession(),
    api: {
      [`GET ${root}`]: status(),
      [`GET ${root}/ledger`]: pageOf([
        { environment: named(production), environment_id: production.id, ...ledger },
        {
          environment: null,
          environment_id: null,
          received: 5,
          stored: 0,
          duplicate: 0,
          rejected: 5,
          rejections: [{ reason: 'unknown_environment', count: 5 }],
        },
      ]),
      [`GET ${root}/rejections`]: {
        body: {
          data: [
            {
              rejected_at: new Date().toISOString(),
              reason: 'unknown_environment',
              event: 'viewstart',
              view_id: null,
              player: 'hls.js',
              user_agent: 'Mozilla/5.0',
              environment_key: 'wrong-',
              environment: null,
            },
          ],
        },
      },
      [`GET ${root}/environments`]: pageOf([kiosk, production]),
      [`GET ${root}/environments/${ids.environment}/cmcd`]: { body: { data: [conformance] } },
      [`GET ${root}/environments/${ids.otherEnvironment}/cmcd`]: { body: { data: [] } },
      ...api,
    },
  })

afterEach(async () => {
  vi.useRealTimers()
  await stopScreens()
})

const region = (name: string) => screen.findByRole('region', { name })
const snippet = async () => (await region('Point a player here')).querySelector('pre')?.textContent

test('operators see that everything received is accounted for, by environment and reason', async () => {
  await open()
  const card = await region('Ledger')
  const row = await within(card).findByRole('row', { name: /Production/ })
  expect(row.textContent).toContain('1,204')
  expect(row.textContent).toContain('7 The view had been silent for an hour')
  expect(within(card).getByRole('row', { name: /No environment/ }).textContent).toContain(
    '5 No environment has this key',
  )
  await waitFor(() =>
    expect(card.textContent).toContain(
      '1,204 received = 1,190 stored + 4 duplicate + 10 rejected. 2 requests were shed (memory was full)',
    ),
  )
  const rejected = await region('Last rejected')
  expect(
    (await within(rejected).findByRole('row', { name: /unknown_environment/ })).textContent,
  ).toContain('key beginning with wrong-')
  const now = await region('Now')
  await waitFor(() => expect(now.textContent).toContain('Views open44'))
  expect(now.textContent).toContain('3.3')
  expect(now.textContent).toContain('2 KB')
})

test('another timeframe is asked for and is in the address', async () => {
  const { requests, router } = await open()
  await userEvent.click(await screen.findByRole('radio', { name: '7 days' }))
  await waitFor(() => expect(router.state.location.href).toContain('timeframe=7:days'))
  await waitFor(() =>
    expect(
      requests.filter(({ search }) => search.get('timeframe') === '7:days').map(({ path }) => path),
    ).toEqual(expect.arrayContaining([root, `${root}/ledger`, `${root}/rejections`])),
  )
})

test('a snippet holds the key of the chosen environment and the address as SDKs take it', async () => {
  await open()
  await screen.findByRole('tab', { name: 'HTML5' })
  expect(await snippet()).toContain("env_key: 'northlight-key'")
  expect(await snippet()).toContain("beaconCollectionDomain: 'localhost:4000'")
  await userEvent.click(
    screen.getByRole('button', { name: 'Environment: Northlight TV / Production' }),
  )
  await userEvent.click(await screen.findByRole('option', { name: /Kiosk/ }))
  await waitFor(async () => expect(await snippet()).toContain("env_key: 'kiosk-key'"))
  expect(await snippet()).toContain('<script src="https://unpkg.com/mux-embed"></script>')
  for (const [tab, words] of [
    ['HTML5', "import mux from 'mux-embed'"],
    ['hls.js', 'hlsjs: hls,'],
    ['Video.js', 'plugins: {'],
    ['mux-player', 'env-key="kiosk-key"'],
    ['Shaka', "player_software_name: 'Shaka Player'"],
    ['dash.js', 'dashjs: player,'],
    ['CMCD', "'http://localhost:4000/cmcd/kiosk-key?player=hls.js'"],
  ] as const) {
    await userEvent.click(screen.getByRole('tab', { name: tab }))
    await waitFor(async () => expect(await snippet()).toContain(words))
  }
  await userEvent.click(screen.getByRole('radio', { name: 'dash.js' }))
  expect(await snippet()).toContain('enabledKeys: keys')
})

test('the page warns of an address that SDKs cannot reach', async () => {
  const address = {
    domain: '10.0.0.7:4000',
    cmcd_url: 'http://10.0.0.7:4000/cmcd',
    is_https_missing: true,
  }
  await open({ [`GET ${root}`]: status({ address }) })
  expect(await screen.findByText(/SDKs speak https with 10\.0\.0\.7:4000/)).toBeTruthy()
})

test('players that report by CMCD show which keys they lack and break', async () => {
  await open()
  const card = await region('CMCD conformance')
  const row = await within(card).findByRole('row', { name: /hls\.js/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'HLS',
    '1,200',
    '2 of 3',
    'sid',
    'ttfb',
  ])
})

test('a server that received nothing says so and leads to the snippet', async () => {
  await open({
    [`GET ${root}/ledger`]: pageOf([]),
    [`GET ${root}/rejections`]: { body: { data: [] } },
  })
  expect(await screen.findByText('No beacons yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Point a player here' }).getAttribute('href')).toContain(
    '#point-a-player-here',
  )
  expect(await screen.findByText('Nothing was rejected')).toBeTruthy()
})

test('a collector in another process leaves its rates unknown and the ledger readable', async () => {
  await open({ [`GET ${root}`]: status({ rates: null }) })
  expect(await screen.findByText('The collector runs in another process')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /Production/ })).toBeTruthy()
})

test('a failed card offers to try again, and the rest of the page stays', async () => {
  let isAway = true
  await open({
    [`GET ${root}/ledger`]: () =>
      isAway
        ? { status: 400, body: { error: { type: 'invalid_parameters', messages: ['Away.'] } } }
        : pageOf([]),
  })
  const card = await region('Ledger')
  const retry = await within(card).findByRole('button', { name: 'Try again' })
  expect(await screen.findByRole('tab', { name: 'HTML5' })).toBeTruthy()
  isAway = false
  await userEvent.click(retry)
  expect(await within(card).findByText('No beacons yet')).toBeTruthy()
})

test('without the list of environments nothing waits for one', async () => {
  await open({
    [`GET ${root}/environments`]: {
      status: 400,
      body: { error: { type: 'invalid_parameters', messages: ['Away.'] } },
    },
  })
  const card = await region('Point a player here')
  expect(await within(card).findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'CMCD conformance' })).toBeNull()
})

test('the figures follow while the page is looked at', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let opened = 44
  await open({
    [`GET ${root}`]: () => {
      const answer = status()
      answer.body.data.rates.open_views = opened
      return answer
    },
  })
  const now = await region('Now')
  await waitFor(() => expect(now.textContent).toContain('Views open44'))
  opened = 51
  await vi.advanceTimersByTimeAsync(5_000)
  await waitFor(() => expect(now.textContent).toContain('Views open51'))
})
