import { expect } from 'vitest'
import { alertResources } from './alert-resources.ts'
import type { Operation, Resource } from './resource.ts'

export { operations, type Operation, type Resource } from './resource.ts'

const contents = { widgets: {}, global_dimension_filters: [], global_metric_filters: [] }

export const resources: Resource[] = [
  ...alertResources,
  {
    address: '/ui/v1/environments',
    body: (_, number) => ({
      environment: { name: `New ${number}`, type: 'staging', url: 'https://example.com' },
    }),
    PATCH: {
      body: { environment: { name: 'Patched' } },
      becomes: { name: 'Patched', type: 'staging', url: 'https://example.com' },
    },
    // The dashboard's route from before PATCH existed: omitted fields stay.
    PUT: {
      body: { environment: { name: 'Put', type: 'development', url: null } },
      becomes: { name: 'Put', type: 'development', url: null },
    },
    DELETE: { query: ({ name }) => `?name=${encodeURIComponent(String(name))}` },
  },
  {
    address: '/ui/v1/access-tokens',
    body: ({ environment }, number) => ({
      access_token: {
        environment_id: environment.id,
        name: `New ${number}`,
        permissions: ['data:read'],
      },
    }),
    PATCH: {
      body: { access_token: { name: 'Patched' } },
      becomes: { name: 'Patched', permissions: ['data:read'], expires_at: null },
    },
    PUT: { body: { access_token: { name: 'Put' } }, becomes: { name: 'Put', expires_at: null } },
    DELETE: { after: { expires_at: expect.any(String) } },
  },
  {
    address: '/ui/v1/organizations',
    body: (_, number) => ({ organization: { name: `New ${number}` } }),
    isReadFromElsewhere: true,
    PATCH: { body: { organization: { name: 'Patched' } }, becomes: { name: 'Patched' } },
    PUT: { body: { organization: { name: 'Put' } }, becomes: { name: 'Put' } },
    DELETE: { after: { account_notifications: [{ type: 'cancellation' }] } },
  },
  {
    address: '/ui/v1/users',
    PATCH: {
      body: { user: { organization_admin: true } },
      becomes: { first_name: 'Invited', organization_admin: true },
    },
    // The dashboard's route from before PATCH existed: omitted fields stay.
    PUT: {
      body: { user: { organization_admin: false } },
      becomes: { first_name: 'Invited', organization_admin: false },
    },
    DELETE: {},
  },
  {
    address: '/ui/v1/invites',
    body: (_, number) => ({
      invite: { email: `${crypto.randomUUID()}-${number}@example.com`, admin: true },
    }),
    PATCH: {
      body: { invite: { redirect_url: '/organizations' } },
      becomes: { admin: true, redirect_url: '/organizations' },
    },
    PUT: { body: { invite: {} }, becomes: { admin: false, environments: [], redirect_url: null } },
    DELETE: {},
  },
  {
    address: '/data/v1/annotations',
    body: (_, number) => ({
      date: 1_795_000_000,
      note: `New ${number}`,
      sub_property_id: 'sports',
    }),
    PATCH: {
      body: { note: 'Patched' },
      becomes: { note: 'Patched', date: '2026-11-18T11:06:40.000Z', sub_property_id: 'sports' },
    },
    PUT: {
      body: { note: 'Put', date: 1_795_000_060 },
      becomes: { note: 'Put', date: '2026-11-18T11:07:40.000Z', sub_property_id: null },
    },
    DELETE: {},
  },
  {
    address: '/ui/v1/custom-dashboards',
    body: (_, number) => ({
      display_name: `New ${number}`,
      timeframe_start: 'Last 24 hours',
      dashboard_contents: { ...contents, global_dimension_filters: ['country:US'] },
    }),
    PATCH: {
      body: { display_name: 'Patched', version: 1 },
      becomes: {
        display_name: 'Patched',
        timeframe_start: 'Last 24 hours',
        dashboard_contents: { ...contents, global_dimension_filters: ['country:US'] },
      },
    },
    PUT: {
      body: {
        display_name: 'Put',
        timeframe_start: 'Last 7 days',
        dashboard_contents: contents,
        version: 2,
      },
      becomes: {
        display_name: 'Put',
        timeframe_start: 'Last 7 days',
        dashboard_contents: contents,
        version: 3,
      },
    },
    DELETE: {},
  },
  {
    address: '/ui/v1/streaming-exports',
    body: (_, number) => ({
      streaming_export: { http: { address: `https://example.com/${number}` } },
    }),
    PATCH: {
      body: { streaming_export: { enabled: false } },
      becomes: { http: { address: 'https://example.com/1' }, status: 'paused' },
    },
    PUT: 'Its secrets are not sent back, so that what replaces it would lack them.',
    DELETE: {},
  },
  {
    address: '/system/v1/webhooks',
    body: (_, number) => ({ address: `https://example.com/${number}` }),
    PATCH: {
      body: { enabled: false },
      becomes: { address: 'https://example.com/1', enabled: false },
    },
    PUT: {
      body: { address: 'https://example.com/put' },
      becomes: { address: 'https://example.com/put', enabled: true },
    },
    DELETE: {},
  },
  {
    address: '/system/v1/signing-keys',
    body: () => ({}),
    PATCH: 'A key is made by the server, and tokens are signed with it as it is.',
    PUT: 'A key is made by the server, and tokens are signed with it as it is.',
    DELETE: {},
  },
  {
    address: '/video/v1/transcription-vocabularies',
    body: (_, number) => ({ phrases: ['Playhead'], name: `New ${number}` }),
    PATCH: {
      body: { passthrough: 'patched' },
      becomes: { phrases: ['Playhead'], name: 'New 1', passthrough: 'patched' },
    },
    // The public SDK sends only phrases: the name stays.
    PUT: {
      body: { phrases: ['scrubbing'], passthrough: 'put' },
      becomes: { phrases: ['scrubbing'], name: 'New 1', passthrough: 'put' },
    },
    DELETE: {},
  },
  {
    address: '/video/v1/playback-restrictions',
    body: () => ({ referrer: { allowed_domains: ['example.com'] } }),
    PATCH: 'The public SDK replaces its two parts, at …/referrer and …/user_agent.',
    PUT: 'The public SDK replaces its two parts, at …/referrer and …/user_agent.',
    DELETE: {},
  },
  {
    address: '/video/v1/assets',
    body: () => ({ inputs: [{ url: 'https://example.com/film.mp4' }] }),
    PATCH: {
      body: { passthrough: 'patched' },
      becomes: { passthrough: 'patched' },
      leavesNoEntry: true,
    },
    PUT: 'An asset is made of a file that stays; the public SDK changes what is said of it with PATCH.',
    DELETE: {},
  },
  {
    address: '/video/v1/live-streams',
    body: (_, number) => ({ latency_mode: 'low', passthrough: `New ${number}` }),
    PATCH: {
      body: { passthrough: 'patched' },
      becomes: { passthrough: 'patched', latency_mode: 'low' },
      leavesNoEntry: true,
    },
    PUT: 'Its key and playback ids are made by the server and stay; the public SDK changes the rest with PATCH.',
    DELETE: {},
  },
  {
    address: '/video/v1/uploads',
    body: () => ({ cors_origin: '*' }),
    PATCH: 'An upload goes on as it began; a browser may be sending already.',
    PUT: 'An upload goes on as it began; a browser may be sending already.',
    DELETE: 'It ends by itself, or with PUT …/cancel, and stays as what an asset came from.',
  },
]

/** Why an operation does not exist. */
export const reasonOf = (resource: Resource, operation: Operation) => {
  const given = operation === 'GET' ? undefined : resource[operation]
  return typeof given === 'string' ? given : undefined
}
