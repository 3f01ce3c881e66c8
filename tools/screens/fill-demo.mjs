import { request } from '@playwright/test'
import { Stop } from '../setup/stop.mjs'

const filledWithinMs = 600_000
const dayMs = 86_400_000
const hourMs = 3_600_000
const minuteMs = 60_000
/** From the demo's world: every four days one CDN is slow in one country. */
const brownOut = { everyDays: 4, firstDay: 0, startMinute: 17 * 60 + 20, minutes: 215 }

/** Waits for the demo's history and adds what people would create: notes, names, a dashboard. */
export const fillDemo = async (origin) => {
  const visitor = await request.newContext({
    baseURL: origin,
    extraHTTPHeaders: { 'x-requested-with': 'playhead' },
  })
  const call = async (method, address, data) => {
    const answer = await visitor.fetch(address, { method, data, headers: scope })
    if (!answer.ok()) throw new Stop(`${method} ${address}: ${await answer.text()}`)
    return answer.status() === 204 ? undefined : await answer.json()
  }
  let scope = {}
  try {
    const { data: options } = await call('GET', '/ui/v1/sign-in-options')
    await call('POST', '/ui/v1/session', { session: options.demo })
    const { data: organizations } = await call('GET', '/ui/v1/organizations')
    const organizationId = organizations.find(({ name }) => name === 'Northlight TV').id
    scope = { 'x-organization-id': organizationId }
    const { data: environments } = await call('GET', '/ui/v1/environments')
    const environmentId = environments.find(({ name }) => name === 'Production').id
    scope['x-environment-id'] = environmentId

    await untilFilled(call)
    const incident = lastBrownOut()
    for (const [id, display_name] of [
      ['custom_1', 'Rights'],
      ['custom_2', 'Device kind'],
      ['custom_3', 'App release'],
    ])
      await call('PUT', '/ui/v1/custom-dimensions', {
        custom_dimensions: [{ id, display_name, category: 'custom' }],
      })
    for (const [agoHours, note] of [
      [16, 'Player 4.2 is live for everybody'],
      [7, 'Cup final kicks off'],
    ])
      await call('POST', '/data/v1/annotations', {
        date: Math.floor((Date.now() - agoHours * hourMs) / 1_000),
        note,
      })
    const { data: errors } = await call('GET', '/data/v1/errors?timeframe[]=7:days')
    const [first, second] = errors.filter(({ code }) => code !== null)
    if (second)
      await call('PUT', `/ui/v1/error-codes/${encodeURIComponent(second.code)}/config`, {
        error_severity: 'warning',
        is_business_exception: false,
      })
    const { data: dashboards } = await call('GET', '/ui/v1/custom-dashboards')
    const dashboard = dashboards.find(({ display_name }) => display_name === 'Morning check')
    await call('POST', '/ui/v1/custom-dashboards', {
      display_name: 'Live events',
      timeframe_start: 'Last 24 hours',
      dashboard_contents: { widgets: {}, global_dimension_filters: [], global_metric_filters: [] },
    })
    const view = await eventfulView(call, incident)
    const assetId = await madeAsset(call)
    await call('POST', '/system/v1/webhooks', { address: 'https://hooks.northlight.example/video' })
    await call('POST', '/video/v1/playback-restrictions', {
      referrer: { allowed_domains: ['*.northlight.example'], allow_no_referrer: false },
      user_agent: { allow_no_user_agent: false, allow_high_risk_user_agent: false },
    })
    const logId = await refusedCall(call, origin, environmentId)
    const liveStreamId = await activeLiveStream(call)
    const { ruleId, incidentId } = await openedIncident(call)
    return {
      assetId,
      liveStreamId,
      ruleId,
      incidentId,
      logId,
      organizationId,
      environmentId,
      incident,
      errorId: first.id,
      dashboardId: dashboard.id,
      viewId: view.id,
      title: view.video_title,
      ofOrganization: (address) => `/organizations/${organizationId}/${address}`,
      at: (address) => `/organizations/${organizationId}/environments/${environmentId}/${address}`,
      storageState: await visitor.storageState(),
    }
  } finally {
    await visitor.dispose()
  }
}

/** The demo's videos are created once the server runs. */
async function madeAsset(call) {
  for (const giveUpAt = Date.now() + filledWithinMs; Date.now() < giveUpAt;) {
    const { data: assets } = await call('GET', '/video/v1/assets')
    if (assets.length > 0 && assets.every(({ status }) => status === 'ready')) return assets[0].id
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  throw new Stop('The videos of the demo did not become ready.')
}

/** A program whose token lacks a permission; returns the log of its newest call. */
async function refusedCall(call, origin, environmentId) {
  const { data: token } = await call('POST', '/ui/v1/access-tokens', {
    access_token: {
      name: 'Media library upload',
      environment_id: environmentId,
      permissions: ['video:read'],
    },
  })
  const program = await request.newContext({
    baseURL: origin,
    httpCredentials: { username: token.id, password: token.private_key, send: 'always' },
  })
  for (const input of ['summer-tour.mp4', 'press-day.mp4', 'backstage.mp4'])
    await program.post('/video/v1/assets', {
      data: { inputs: [{ url: `https://media.northlight.example/${input}` }] },
    })
  await program.dispose()
  const newest = () => call('GET', '/ui/v1/logs?status[]=403&limit=1')
  for (const giveUpAt = Date.now() + filledWithinMs; Date.now() < giveUpAt;) {
    const { data } = await newest()
    if (data.length > 0) return data[0].id
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Stop('The log of a refused call did not appear.')
}

/** With PLAYHEAD_DEMO_LIVE=1. */
async function activeLiveStream(call) {
  for (const giveUpAt = Date.now() + filledWithinMs; Date.now() < giveUpAt;) {
    const { data } = await call('GET', '/video/v1/live-streams')
    const active = data.find(({ status }) => status === 'active')
    if (active) return active.id
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  throw new Stop('The live stream of the demo did not begin.')
}

/** The viewers of the demo are enough for one of these rules, and never for the others. */
async function openedIncident(call) {
  const make = async (metric, value, window_duration) => {
    const body = { metric, threshold_alert: { value, area: 'above' }, window_duration }
    const { data } = await call('POST', '/ui/v1/alert-rules', body)
    return data.id
  }
  const ruleId = await make('current-rebuffering-percentage', 4, 300)
  await make('exits-before-video-start', 60, 300)
  await make('current-concurrent-viewers', 2, 60)
  for (const giveUpAt = Date.now() + filledWithinMs; Date.now() < giveUpAt;) {
    const { data } = await call('GET', '/ui/v1/alert-incidents?status=open')
    if (data.length > 0) return { ruleId, incidentId: data[0].id }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  throw new Stop('No incident was opened.')
}

/** The history is written from its newest moment backwards. */
async function untilFilled(call) {
  const giveUpAt = Date.now() + filledWithinMs
  const oldest = () => {
    const day = Math.floor(Date.now() / 1_000) - 29 * 86_400
    return call(
      'GET',
      `/data/v1/video-views?timeframe[]=${day - 43_200}&timeframe[]=${day}&limit=1`,
    )
  }
  while ((await oldest()).total_row_count === 0) {
    if (Date.now() > giveUpAt) throw new Stop('The demo was not filled in time.')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

function lastBrownOut() {
  const day = Math.floor(Date.now() / dayMs) - 1
  const { everyDays, firstDay, startMinute, minutes } = brownOut
  const last = day - ((day - firstDay) % everyDays)
  const from = last * dayMs + startMinute * minuteMs
  return { from: from / 1_000, to: (from + minutes * minuteMs) / 1_000 }
}

/** A view that the slow CDN affected, with enough events to look at. */
async function eventfulView(call, { from, to }) {
  const hurt = ['country:DE', 'cdn:fastly'].map((one) => `filters[]=${one}`).join('&')
  const { data } = await call(
    'GET',
    `/data/v1/video-views?timeframe[]=${from}&timeframe[]=${to}&${hurt}&limit=50`,
  )
  const views = await Promise.all(
    data.map(async ({ id }) => (await call('GET', `/data/v1/video-views/${id}`)).data),
  )
  const best = views
    .filter(
      ({ watch_time, video_stream_type }) =>
        watch_time < 20 * minuteMs && video_stream_type === 'on-demand',
    )
    .toSorted((one, other) => other.events.length - one.events.length)
  return best[0]
}
