import type { FlagName } from '@playhead/domain/flags.ts'
import type { Gate } from '@playhead/web-kit/web-feature.ts'
import {
  type Address,
  environmentScope,
  organizationScope,
  type Target,
} from './routing/address.ts'

/**
 * Every address that the dashboard itself answers. A feature's screen replaces null, and keeps the gate of the row. In redirects `$organizationId` and `$environmentId` are those of the path, or else the current
 * ones; `$_splat` is the rest of the path, which may be empty.
 */
type Row = [path: string, target: string | null, gate?: Gate]

const admin: Gate = { isAdmin: true }
const flag = (...all: FlagName[]): Gate => ({ flags: { all } })
const exports: Gate = {
  flags: { some: ['streamingExportsViewstream', 'streamingExportsLivehealthstream'] },
}

export const monitoringPages = [
  'exits-before-video-start',
  'playback-failure-percentage',
  'current-rebuffering-percentage',
  'current-average-bitrate',
  'current-concurrent-viewers',
  'video-startup-failure-percentage',
] as const

const topLevel: Row[] = [
  ['/organizations', '/organizations/$organizationId/environments'],
  ['/environments', '/organizations/$organizationId/environments'],
  ['/properties', '/environments'],
  ['/environments/$environmentId/assets/$', `${environmentScope}/video/assets/$_splat`],
  ['/environments/$environmentId/$', `${environmentScope}/$_splat`],
  ['/account/$', `${organizationScope}/account/$_splat`],
  ['/settings/$', `${environmentScope}/settings/$_splat`],
  ['/realtime/$', '/monitoring/$_splat'],
  ['/monitoring/$', `${environmentScope}/monitoring/$_splat`],
  ['/assets/$', '/video/assets/$_splat'],
  ['/video-overview', '/video/assets'],
  ['/video/$', `${environmentScope}/video/$_splat`],
  ['/views/$viewId', `${environmentScope}/views/$viewId`],
]

/** Exist both below an organization and below an environment. SHELL-009 */
const accountAndSettings: Row[] = [
  ['account', 'account/profile'],
  ['account/profile', null],
  ['account/organization', null, admin],
  ...[
    '',
    '/summary',
    '/payment-method',
    '/usage-details',
    '/plans',
    '/invoices',
    '/invoices/$invoiceId',
    '/test-payments/$paymentId',
  ].map((page): Row => [`account/billing${page}`, null, admin]),
  ['settings', 'settings/access-tokens'],
  ['settings/access-tokens', null, admin],
  ['settings/billing/$', 'account/billing/$_splat'],
  ['settings/team', 'settings/organization'],
  ['settings/organization', null, admin],
  ['settings/webhooks', null, admin],
  ['settings/signing-keys', null, admin],
  ['settings/video-quality', null, flag('freeVodEncodingEnabled')],
  ['settings/custom-dimensions', null],
  ['settings/categorize-errors', null],
  ['settings/streaming-exports', null, exports],
  ['settings/notification-methods', null],
]

const organization: Row[] = [
  ['', `${organizationScope}/environments`],
  ['environments', null],
  ['activity/$', `${environmentScope}/activity/$_splat`],
  ['profile', `${organizationScope}/account/profile`],
  ['organization', `${organizationScope}/account/organization`],
  ['billing/$', `${organizationScope}/account/billing/$_splat`],
]

const realtime = flag('realtime')

const environment: Row[] = [
  ['', 'data'],
  ['metrics', null],
  ['engagement', null],
  ['engagement/breakdown', null],
  ['data', null],
  ['compare', null],
  ['compare/$dimension', null],
  ['custom-dashboards', null, flag('customDashboards')],
  ['custom-dashboards/$dashboardId', null, flag('customDashboards')],
  ['errors', null],
  ['errors/$errorId', null],
  ['views', null],
  ['views/$viewId', null],
  ['incidents', null],
  ['incidents/$incidentId', null],
  ['alerts', 'alerts/incidents'],
  ['alerts/incidents', null],
  ['alerts/incidents/threshold/$incidentId', null],
  ['alerts/incidents/anomaly/$incidentId', null],
  ['alerts/rules', null, flag('alertingV2')],
  ['alerts/rules/new', null, flag('alertingV2')],
  ['alerts/rules/$ruleId', null, flag('alertingV2')],
  ['alerts/notification-channels', null],
  ['alerts/silences', null],
  ['monitoring', null, realtime],
  ...monitoringPages.map((page): Row => [`monitoring/${page}`, null, realtime]),
  ...monitoringPages.map((page): Row => [
    `monitoring/${page.replaceAll('-', '_')}`,
    `monitoring/${page}`,
  ]),
  ['realtime/$', 'monitoring/$_splat'],
  ['assets/$', 'video/assets/$_splat'],
  ['video-overview', 'video/assets'],
  ['video', 'video/assets'],
  ['video/assets', null],
  ['video/assets/$assetId', 'video/assets/$assetId/monitor'],
  ['video/assets/$assetId/$tab', null],
  ['video/live-streams', null],
  ['video/live-streams/$liveStreamId', 'video/live-streams/$liveStreamId/monitor'],
  ['video/live-streams/$liveStreamId/health', null, flag('liveStreamHealth')],
  ['video/live-streams/$liveStreamId/$tab', null],
  ['activity', 'activity/events'],
  ['activity/events', null],
  ['activity/events/$eventId', null],
  ['activity/logs', null],
  ['activity/logs/$logId', null],
  ['activity/changes', null, admin],
]

const targetOf = (to: Row[1], at: (path: string) => string): Target =>
  to === null ? { kind: 'missing' } : { kind: 'redirect', to: at(to) }

const toAddress = (scope: string, [below, to, gate = {}]: Row): Address => {
  const at = (path: string) =>
    path.startsWith('/') || scope === '' ? path : [scope, path].filter(Boolean).join('/')
  return {
    path: at(below),
    frame: 'shell',
    session: 'required',
    gate,
    target: targetOf(to, at),
  }
}

const landing: Address = {
  path: '/',
  frame: 'shell',
  session: 'required',
  gate: {},
  target: { kind: 'landing' },
}

export const ownAddresses: Address[] = [
  landing,
  ...topLevel.map((row) => toAddress('', row)),
  ...[...organization, ...accountAndSettings].map((row) => toAddress(organizationScope, row)),
  ...[...environment, ...accountAndSettings].map((row) => toAddress(environmentScope, row)),
]
