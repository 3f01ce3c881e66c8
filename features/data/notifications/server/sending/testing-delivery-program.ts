/** A separate program for tests that kill it: delivers notifications until it is killed. */
import { connect } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { jsonLog } from '@playhead/server-kit/log.ts'
import { Vault } from '@playhead/server-kit/secrets/secrets.ts'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import { deliverNotifications } from './deliver-notifications.ts'

const [postgresUrl = '', vaultKey = '', dataFolder = '', pagerDutyUrl = ''] = process.argv.slice(2)
const app = {
  settings: readSettings({
    PLAYHEAD_DATA: dataFolder,
    PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1',
    PLAYHEAD_PAGERDUTY_URL: pagerDutyUrl,
  }),
  postgres: connect(postgresUrl),
  vault: new Vault(Buffer.from(vaultKey, 'hex')),
  clock: { now: () => new Date() },
  log: jsonLog(() => undefined),
} as unknown as App
deliverNotifications(app, { tickMs: 20 })
console.log('ready')
// The timers of the loop do not keep the process alive.
setInterval(() => {}, 60_000)
