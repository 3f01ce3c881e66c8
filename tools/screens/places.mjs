import { dataPlaces } from './data-places.mjs'

/** Every screenshot: its URL, what to open there, and its caption. */
export const groups = [
  {
    title: 'Data',
    places: dataPlaces,
  },
  {
    title: 'Video',
    places: [
      {
        name: 'assets',
        title: 'Assets',
        line: 'What is hosted, following what happens to it.',
        address: (demo) => demo.at('video/assets'),
        isAlsoNarrow: true,
      },
      {
        name: 'create-asset',
        title: 'Uploads',
        line: 'Files and addresses, many at once, from any screen.',
        address: (demo) => demo.at('video/assets#create-asset'),
        open: (page) => page.getByRole('dialog').waitFor(),
      },
      {
        name: 'asset',
        title: 'An asset',
        line: 'Watching it, its thumbnail, details and usage.',
        address: (demo) => demo.at(`video/assets/${demo.assetId}/monitor`),
        hasPlayer: true,
        isAlsoNarrow: true,
      },
      {
        name: 'asset-playback',
        title: 'An asset, playback',
        line: 'Playback ids, addresses, and what to copy into a page.',
        address: (demo) => demo.at(`video/assets/${demo.assetId}/playback`),
      },
      {
        name: 'live-streams',
        title: 'Live streams',
        line: 'Which are on air, and what they are called.',
        address: (demo) => demo.at('video/live-streams'),
      },
      {
        name: 'live-stream',
        title: 'A live stream',
        line: 'The picture that is sent, its health, viewers, and the story of the broadcast.',
        address: (demo) => demo.at(`video/live-streams/${demo.liveStreamId}/monitor`),
        isBusyForever: true,
        hasPlayer: true,
        isAlsoNarrow: true,
      },
      {
        name: 'live-health',
        title: 'Input health',
        line: 'What arrives from the encoder, and what to change there.',
        address: (demo) => demo.at(`video/live-streams/${demo.liveStreamId}/health`),
      },
      {
        name: 'webhooks',
        title: 'Settings, webhooks',
        line: 'Where events are sent.',
        address: (demo) => demo.at('settings/webhooks'),
      },
      {
        name: 'signing-keys',
        title: 'Settings, signing keys',
        line: 'Keys of signed playback, and rules for sites and programs.',
        address: (demo) => demo.at('settings/signing-keys'),
      },
      {
        name: 'video-quality',
        title: 'Settings, default video quality',
        line: 'What new assets are made like.',
        address: (demo) => demo.at('settings/video-quality'),
      },
    ],
  },
  {
    title: 'Alerts',
    places: [
      {
        name: 'incidents',
        title: 'Incidents',
        line: 'What is wrong now, and what was.',
        address: (demo) => demo.at('alerts/incidents?status=open'),
        isAlsoNarrow: true,
      },
      {
        name: 'incident',
        title: 'An incident',
        line: 'Its metric with the threshold, whom it affected, and what these views share.',
        address: (demo) => demo.at(`alerts/incidents/threshold/${demo.incidentId}`),
        isAlsoNarrow: true,
      },
      {
        name: 'alert-rules',
        title: 'Alert rules',
        line: 'What is watched, and how often each of the rules fired.',
        address: (demo) => demo.at('alerts/rules'),
      },
      {
        name: 'alert-rule',
        title: 'An alert rule',
        line: 'How it would have behaved, while it is written.',
        address: (demo) => demo.at(`alerts/rules/${demo.ruleId}`),
        isAlsoNarrow: true,
      },
      {
        name: 'notification-channels',
        title: 'Notification channels',
        line: 'Where incidents are announced.',
        address: (demo) => demo.at('alerts/notification-channels'),
      },
    ],
  },
  {
    title: 'API Activity',
    places: [
      {
        name: 'events',
        title: 'Events',
        line: 'What happened to assets and uploads, and whether webhooks arrived.',
        address: (demo) => demo.at('activity/events'),
        isAlsoNarrow: true,
      },
      {
        name: 'logs',
        title: 'Logs',
        line: 'Calls that changed something, and those that were refused.',
        address: (demo) => demo.at('activity/logs'),
        isAlsoNarrow: true,
      },
      {
        name: 'log',
        title: 'A call',
        line: 'Request and answer without secrets, and what it caused.',
        address: (demo) => demo.at(`activity/logs/${demo.logId}`),
      },
      {
        name: 'changes',
        title: 'Changes',
        line: 'Who changed what in the organization.',
        address: (demo) => demo.at('activity/changes'),
      },
    ],
  },
  {
    title: 'Account',
    places: [
      {
        name: 'sign-in',
        title: 'Sign in',
        line: 'By password, GitHub or your own provider.',
        address: () => '/login',
        isSignedOut: true,
        themes: ['auth'],
        isAlsoNarrow: true,
      },
      {
        name: 'environments',
        title: 'Environments',
        line: 'Separate sets of data of an organization.',
        address: ({ organizationId }) => `/organizations/${organizationId}/environments`,
      },
      {
        name: 'access-tokens',
        title: 'Access tokens',
        line: 'What programs sign in with.',
        address: (demo) => demo.at('settings/access-tokens'),
      },
      {
        name: 'organization',
        title: 'Organization',
        line: 'Its name, its people and how they sign in.',
        address: (demo) => demo.at('account/organization'),
      },
      {
        name: 'usage',
        title: 'Usage details',
        line: 'What costs what, by environment, meter, day, title and creator, with a forecast.',
        address: (demo) => demo.ofOrganization('account/billing/usage-details'),
        isAlsoNarrow: true,
      },
      {
        name: 'billing-summary',
        title: 'Billing, summary',
        line: 'The plan and the month so far.',
        address: (demo) => demo.ofOrganization('account/billing/summary'),
      },
      {
        name: 'profile',
        title: 'Profile',
        line: 'Your name, address and password.',
        address: (demo) => demo.at('account/profile'),
      },
    ],
  },
  {
    title: 'For whoever runs the server',
    places: [
      {
        name: 'collector',
        title: 'Collector',
        line: 'What players reported, and what became of it.',
        address: () => '/operator/collector',
        isOfStaff: true,
      },
      {
        name: 'server-alerts',
        title: 'Alerts about the server',
        line: 'What the server watches about itself, and where its alerts go.',
        address: () => '/operator/alerts',
        isOfStaff: true,
      },
      {
        name: 'organizations',
        title: 'Organizations',
        line: 'Plans, features and support of every organization.',
        address: () => '/operator/organizations',
        isOfStaff: true,
      },
    ],
  },
]
