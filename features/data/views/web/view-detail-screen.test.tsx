import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ScreenPlaces } from '@playhead/web-kit/navigation/screen-places.ts'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { aView, aViewResponse } from './fixtures/testing-responses.ts'
import { Screen } from './view-detail-screen.tsx'

const base = `/organizations/${ids.organization}/environments/${ids.environment}`

const open = (answer: GivenResponse, search = '', Shown: ComponentType = Screen) =>
  openScreen(Shown, {
    address: '/organizations/$organizationId/environments/$environmentId/views/$viewId',
    href: `${base}/views/view-1${search}`,
    api: { 'GET /data/v1/video-views/view-1': answer },
  })

const openView = (view: Record<string, unknown>, search?: string) =>
  open(aViewResponse(view), search)

const figure = (term: string) => screen.getByText(term).nextElementSibling?.textContent
const playhead = () => screen.findByRole('slider', { name: 'Playhead' })
const moment = () => screen.getByRole('region', { name: 'At this moment' })
const at = async () => (await playhead()).getAttribute('aria-valuenow')

afterEach(async () => {
  vi.restoreAllMocks()
  await stopScreens()
})

describe('the details of a view', () => {
  test('VIEW-007 VIEW-009 VIEW-010 title, time since start, failed startup and what was watched', async () => {
    const started = new Date(Date.now() - (3 * 3_600 + 5 * 60) * 1_000).toISOString()
    const { requests } = await openView(
      aView({
        video_title: 'Witness 14',
        view_start: started,
        video_startup_failure: true,
        live_stream_id: 'live-7',
        asset_id: 'asset-7',
        platform_summary: 'Safari on iOS',
        country_name: 'Sweden',
      }),
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Witness 14' })).toBeTruthy()
    expect(screen.getByText('Video startup failure', { selector: '.ph-badge' })).toBeTruthy()
    expect(screen.getByText('3 h 5 m ago').closest('p')?.textContent).toBe(
      'Started 3 h 5 m ago · Safari on iOS · Sweden',
    )
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('Live stream')).toBe(`${base}/video/live-streams/live-7`)
    expect(link('Asset')).toBe(`${base}/video/assets/asset-7`)
    expect(document.title).toBe('Witness 14 | Playhead')
    expect(requests.filter(({ path }) => path.endsWith('/view-1'))).toHaveLength(1)
  })

  test('links to a live stream and an asset wait for their screens', async () => {
    const WithoutVideo = () => (
      <ScreenPlaces value={(href) => !href.includes('/video/')}>
        <Screen />
      </ScreenPlaces>
    )
    const view = aView({ live_stream_id: 'live-7', asset_id: 'asset-7' })
    await open(aViewResponse(view), '', WithoutVideo)
    expect(await screen.findByRole('button', { name: 'Download JSON' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Live stream' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Asset' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Views' })).toBeTruthy()
  })

  test('VIEW-009 VIEW-010 values that a view lacks are not shown', async () => {
    await openView(aView())
    expect(await screen.findByRole('heading', { level: 1, name: 'Untitled' })).toBeTruthy()
    expect(screen.queryByText('Video startup failure', { selector: '.ph-badge' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Live stream' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Asset' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Error' })).toBeNull()
  })

  test('VIEW-011 VIEW-012 VIEW-014 the measures, decimals that travel as texts among them', async () => {
    await openView(
      aView({
        viewer_experience_score: '0.950546494412463',
        playback_score: '1',
        startup_score: '0.9464',
        rebuffering_score: '0.6',
        quality_score: null,
        watch_time: 486_009,
        time_to_first_frame: 453,
        view_playing_time: '484157',
        view_total_content_playback_time: 484_157,
        buffering_count: 1,
        buffering_duration: 1_399,
        buffering_rate: '0.0000020575750654823265',
        rebuffer_percentage: '0.002878547516609775',
        view_seek_count: 2,
        view_seek_duration: 359,
        view_dropped_frame_count: 12,
        weighted_average_bitrate: 5_386_194.8,
        latitude: '59.33',
        longitude: '18.07',
        view_total_upscaling: '48415.7',
        view_total_downscaling: '261047.5',
      }),
    )
    await screen.findByText('Viewer Experience Score')
    const figures = {
      'Viewer Experience Score': '95.05',
      'Playback Success Score': '100.00',
      'Startup Time Score': '94.64',
      'Smoothness Score': '60.00',
      'Video Quality Score': 'N/A',
      'Watch time': '8:06',
      'Playing time': '8:04',
      'Content playback time': '8:04',
      'Video startup time': '0.45 s',
      'Rebuffer count': '1',
      'Rebuffer duration': '1.40 s',
      'Rebuffer frequency': '0.123/min',
      'Rebuffer percentage': '0.29 %',
      'Seek count': '2',
      'Seek duration': '0.36 s',
      'Weighted average bitrate': '5.39 Mbps',
      // 48415.7 and 261047.5 of 484157 ms.
      'Upscale percentage': '10.00 %',
      'Downscale percentage': '53.92 %',
      'Latitude and longitude': '59.33°, 18.07°',
    }
    const shown = Object.keys(figures).map((term) => [term, figure(term)])
    expect(Object.fromEntries(shown)).toEqual(figures)
    expect(screen.getAllByText('Dropped frames')[0]?.nextElementSibling?.textContent).toBe('12')
  })

  test('VIEW-013 missing counts are 0, other numbers that are missing stay unknown', async () => {
    await openView(aView({ rebuffer_percentage: 'not a number' }))
    await screen.findByText('Viewer Experience Score')
    const counts = ['Rebuffer count', 'Rebuffer duration', 'Seek count', 'Dropped frames']
    expect(counts.map(figure)).toEqual(['0', '0.00 s', '0', '0'])
    const unknown = ['Rebuffer percentage', 'Rebuffer frequency', 'Weighted average bitrate']
    expect([...unknown, 'Latitude and longitude'].map(figure)).toEqual(['–', '–', '–', '–'])
    expect(figure('Viewer Experience Score')).toBe('N/A')
  })

  test.each([0, -5, null])(
    'VIEW-014 no scaling is shown for a view that played for %s ms',
    async (played) => {
      await openView(
        aView({ view_total_content_playback_time: played, view_total_upscaling: '900' }),
      )
      await screen.findByText('Viewer Experience Score')
      expect([figure('Upscale percentage'), figure('Downscale percentage')]).toEqual(['–', '–'])
    },
  )

  test('an error has its code, message and context, and links to all errors of its kind', async () => {
    await openView(
      aView({
        player_error_code: 'MEDIA_ERR_DECODE',
        player_error_message: 'Could not decode',
        player_error_context: 'url: https://cdn.example/a.ts',
        error_type_id: 77,
        playback_failure: true,
      }),
    )
    const card = await screen.findByRole('region', { name: 'Error' })
    expect(within(card).getByText('MEDIA_ERR_…')).toBeTruthy()
    expect(within(card).getByText('MEDIA_ERR_DECODE')).toBeTruthy()
    expect(within(card).getByText('Could not decode')).toBeTruthy()
    expect(within(card).getByText('url: https://cdn.example/a.ts')).toBeTruthy()
    expect(within(card).getByRole('link', { name: '77' }).getAttribute('href')).toBe(
      `${base}/errors/77`,
    )
  })

  test('METR-046 metadata is in its categories, and a value leads to the views that share it', async () => {
    await openView(
      aView({
        viewer_application_name: 'Safari',
        country_code: 'SE',
        asn: 3301,
        used_fullscreen: true,
        video_cdn_trace: ['fastly', 'akamai'],
        city: 'Lund',
      }),
    )
    const device = await screen.findByRole('region', { name: 'Device' })
    const href = within(device).getByRole('link', { name: 'Safari' }).getAttribute('href')
    expect(href).toBe(`${base}/views?filters[]=browser:Safari`)
    const geography = screen.getByRole('region', { name: 'Geography' })
    expect(within(geography).getByRole('link', { name: 'Sweden' }).getAttribute('href')).toBe(
      `${base}/views?filters[]=country:SE`,
    )
    // A city is not a dimension for filters.
    expect(within(geography).queryByRole('link', { name: 'Lund' })).toBeNull()
    expect(within(geography).queryByText('Region')).toBeNull()
    await userEvent.click(screen.getByRole('switch', { name: 'Show empty' }))
    expect(within(geography).getByText('Region').nextElementSibling?.textContent).toBe('–')
    const network = screen.getByRole('region', { name: 'Network' })
    expect(within(network).getByText('AS3301')).toBeTruthy()
    expect(within(network).getByText('Fastly → Akamai')).toBeTruthy()
  })

  test('values of a view from long ago lead to the views around it', async () => {
    await openView(
      aView({
        viewer_application_name: 'Safari',
        view_start: '2026-10-01T11:00:00.000Z',
        view_end: '2026-10-01T12:00:00.000Z',
      }),
    )
    const link = await screen.findByRole('link', { name: 'Safari' })
    const around = [
      Date.parse('2026-10-01T00:00:00Z') / 1_000,
      Date.parse('2026-10-02T00:00:00Z') / 1_000,
    ]
    expect(link.getAttribute('href')).toBe(
      `${base}/views?timeframe[]=${around[0]}&timeframe[]=${around[1]}&filters[]=browser:Safari`,
    )
  })

  test('the id is copied', async () => {
    const user = userEvent.setup()
    await openView(aView())
    await user.click(await screen.findByRole('button', { name: /Copy the view ID/ }))
    expect(await navigator.clipboard.readText()).toBe('view-1')
  })

  test('the whole answer is downloaded as JSON, named as the API names it', async () => {
    const saved: Blob[] = []
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved.push(file as Blob)
      return 'blob:saved'
    })
    await openView(aView({ video_title: 'Lisbon', custom_1: 'phone' }, 'hls-segment-503-fatal'))
    await userEvent.click(await screen.findByRole('button', { name: 'Download JSON' }))
    const file = JSON.parse(await saved[0]!.text()) as Record<string, unknown>
    expect(names).toEqual(['view-view-1.json'])
    expect(file).toMatchObject({ id: 'view-1', video_title: 'Lisbon', custom_1: 'phone' })
    expect(file.events).toHaveLength(22)
    expect((file.events as unknown[])[19]).toMatchObject({
      name: 'error',
      details: { player_error_code: 'networkError' },
    })
  })

  test('VIEW-007 an unknown id says so and leads back', async () => {
    await open({ status: 404, body: { error: { type: 'not_found', messages: ['Not found'] } } })
    expect(await screen.findByText('There is no such view')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to the views' }).getAttribute('href')).toBe(
      `${base}/views`,
    )
  })

  test('a view that could not be loaded is asked for again', async () => {
    let isBroken = true
    const server = await openScreen(Screen, {
      address: '/organizations/$organizationId/environments/$environmentId/views/$viewId',
      href: `${base}/views/view-1`,
      api: {
        'GET /data/v1/video-views/view-1': () =>
          isBroken ? { status: 503 } : aViewResponse(aView({ video_title: 'Lisbon' })),
      },
    })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    isBroken = false
    await userEvent.click(retry)
    expect(await screen.findByRole('heading', { name: 'Lisbon' })).toBeTruthy()
    expect(server.requests.length).toBeGreaterThan(1)
  })
})

describe('replay', () => {
  test('VIEW-015 a moment of the address is what the playhead and everything beside it show', async () => {
    await openView(aView({}, 'hls-normal'), '?at=6.02')
    expect(await at()).toBe('6.02')
    const told = moment().textContent
    expect(told).toContain('0:06.02')
    expect(told).toContain('Playing for 15.03 s')
    expect(told).toContain('Position0:06.0')
    expect(told).toContain('360p, 0.90 Mbps')
    expect(told).toContain('media hi_02.ts')
    expect(told).toContain('renditionchange at 0:04.10')
    expect((await playhead()).getAttribute('aria-valuetext')).toBe(
      '0:06.0; Playing; position 0:06.0; renditionchange',
    )
  })

  test('arrow keys step through the events without filling the history, and the address follows', async () => {
    const { router } = await openView(aView({}, 'rebuffering'))
    const slider = await playhead()
    const { length } = router.history
    slider.focus()
    expect(await at()).toBe('0')
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    await waitFor(async () => expect(await at()).toBe('6.056'))
    expect(router.state.location.search).toMatchObject({ at: '6.056' })
    expect(moment().textContent).toContain('Rebuffering for 4.16 s')
    expect(moment().textContent).toContain('waiting, rebufferstart at 0:06.06')
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(async () => expect(await at()).toBe('0.012'))
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
    await waitFor(async () => expect(await at()).toBe('1.012'))
    await userEvent.keyboard('{End}')
    await waitFor(async () => expect(await at()).toBe('26.565'))
    expect(router.history.length).toBe(length)
  })

  test('VIEW-015 events are a table too, and pressing one moves the playhead there and back again', async () => {
    const { router } = await openView(aView({}, 'hls-segment-503-fatal'))
    const table = await screen.findByRole('table', { name: 'Events' })
    const row = within(table).getByRole('rowheader', { name: 'error' }).closest('tr')!
    const cells = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells[0]).toBe('19')
    expect(cells[1]).toBe('0:00.702')
    expect(cells[3]).toContain('player_error_code networkError')
    expect(cells[3]).toContain(
      'player_error_context url: http://127.0.0.1:18080/media/hls/lo_02.ts',
    )
    await userEvent.click(within(row).getByRole('button', { name: '0:00.702' }))
    await waitFor(async () => expect(await at()).toBe('0.702'))
    expect(within(row).getByRole('button').getAttribute('aria-current')).toBe('true')
    expect(moment().textContent).toContain('Error for 13.33 s')
    router.history.back()
    await waitFor(async () => expect(await at()).toBe('0'))
  })

  test('states and requests are tables as well', async () => {
    await openView(aView({}, 'hls-segment-503-fatal'))
    await userEvent.click(await screen.findByRole('tab', { name: /States/ }))
    const states = within(screen.getByRole('table', { name: 'States' })).getAllByRole('row')
    expect(states.slice(1).map(({ textContent }) => textContent)).toEqual([
      '0:00.000Starting up0.01 s0:00.00',
      '0:00.010Playing0.69 s0:00.01',
      '0:00.702Error13.33 s0:00.66',
    ])
    await userEvent.click(screen.getByRole('tab', { name: /Requests/ }))
    const requests = within(screen.getByRole('table', { name: 'Requests' })).getAllByRole('row')
    expect(requests.at(-1)?.textContent).toBe(
      '0:00.700mediahttp://127.0.0.1:18080/media/hls/lo_02.ts–––Failed: 503 Service Unavailable',
    )
  })

  test('plus, minus and 0 zoom around the playhead, and the address keeps what is drawn', async () => {
    const { router } = await openView(aView({}, 'pause-seek'), '?at=15')
    ;(await playhead()).focus()
    await userEvent.keyboard('+')
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ zoom: '7.218~18.953', at: '15' }),
    )
    await userEvent.keyboard('-')
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('zoom'))
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
    await waitFor(() => expect(router.state.location.search).toHaveProperty('zoom'))
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('zoom'))
  })

  test('a step to what is not drawn brings it into sight', async () => {
    const { router } = await openView(aView({}, 'pause-seek'), '?at=3.021&zoom=2~4')
    ;(await playhead()).focus()
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({ at: '15.024', zoom: '14.024~16.024' }),
    )
  })

  test('many requests are drawn as one line until each one is shown', async () => {
    const view = aView({}, 'hls-normal')
    const start = Date.parse(view.view_start)
    const failed = Array.from({ length: 201 }, (_, index) => ({
      name: 'requestfailed',
      viewer_time: start + index,
      event_time: start + index,
      playback_time: 0,
      details: { request_type: 'media' },
    }))
    await openView({ ...view, events: failed })
    const toggle = await screen.findByRole('button', { name: 'Show each request' })
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    expect(screen.getByText('201, 201 failed')).toBeTruthy()
    await userEvent.click(toggle)
    const lane = screen.getByRole('group', { name: 'Requests, one in a row' })
    // Only events in the visible window are drawn.
    expect(within(lane).getAllByText('×').length).toBeLessThan(40)
  })

  test('a view that was imported without its timeline says so', async () => {
    await openView(aView({ video_title: 'Lisbon' }))
    expect(await screen.findByText('The timeline of this view was not recorded')).toBeTruthy()
    expect(screen.queryByRole('slider')).toBeNull()
  })
})
