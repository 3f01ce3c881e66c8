import type { Resource } from './resource.ts'

/** Alert rules, and where and when people are notified of incidents. */
export const alertResources: Resource[] = [
  {
    address: '/ui/v1/alert-rules',
    body: (_, number) => ({
      name: `New ${number}`,
      metric: 'playback-failure-percentage',
      threshold_alert: { value: 5, area: 'above', close_value: 4 },
      window_duration: 300,
      group_by: ['country'],
    }),
    PATCH: {
      body: { threshold_alert: { value: 6, area: 'above' } },
      becomes: {
        name: 'New 1',
        threshold_alert: { value: 6, area: 'above', close_value: 4, close_after: 120 },
        group_by: ['country'],
      },
    },
    PUT: {
      body: {
        metric: 'current-average-bitrate',
        threshold_alert: { value: 2, area: 'below' },
        window_duration: 60,
      },
      becomes: { name: null, metric: 'current-average-bitrate', group_by: [] },
    },
    DELETE: {},
    firstPage: 0,
  },
  {
    address: '/ui/v1/notification-channels',
    body: (_, number) => ({
      notification_channel: { service: 'email', value: `new-${number}@example.com` },
    }),
    PATCH: {
      body: { notification_channel: { enabled: false } },
      becomes: { service: 'email', enabled: false, alert_types: ['threshold', 'anomaly'] },
    },
    PUT: 'The secret of a webhook is not sent back, so that what replaces it would lack it.',
    DELETE: {},
  },
  {
    address: '/ui/v1/silences',
    body: (_, number) => ({
      silence: {
        note: `New ${number}`,
        starts_at: '2099-12-01T22:00:00.000Z',
        ends_at: '2099-12-02T02:00:00.000Z',
        repeats: 'weekly',
        time_zone: 'Europe/Berlin',
        matches: [{ name: 'cdn', value: 'a' }],
      },
    }),
    PATCH: {
      body: { silence: { repeats: 'daily' } },
      becomes: { note: 'New 1', repeats: 'daily', time_zone: 'Europe/Berlin' },
    },
    PUT: {
      body: {
        silence: { starts_at: '2099-12-01T22:00:00.000Z', ends_at: '2099-12-02T03:00:00.000Z' },
      },
      becomes: { note: '', repeats: null, time_zone: null, matches: [] },
    },
    DELETE: {},
  },
  {
    address: '/ui/v1/incident-notification-rules',
    body: (_, number) => ({
      incident_notification_rule: { rules: [{ name: 'cdn', value: `cdn ${number}` }] },
    }),
    PATCH: 'Only its action changes, by mute and unmute.',
    PUT: 'Only its action changes, by mute and unmute.',
    DELETE: {},
  },
  {
    address: '/ui/v1/notification-methods',
    body: (_, number) => ({
      notification_method: { settings: { service: 'email', value: `new-${number}@example.com` } },
    }),
    PATCH: {
      body: { notification_method: { settings: { alert_types: ['anomaly'] } } },
      becomes: {
        settings: {
          service: 'email',
          value: 'new-1@example.com',
          value_hint: 'n…@example.com',
          alert_types: ['anomaly'],
        },
      },
    },
    PUT: 'It is the older form of a notification channel, which has no PUT.',
    DELETE: {},
  },
]
