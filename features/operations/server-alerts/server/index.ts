import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { serverAlerts } from '../contract.ts'
import { checkCertificates } from './check-certificates.ts'
import { retrieve } from './retrieve.ts'
import { sendTest } from './send-test.ts'
import { removeOldAlerts } from './server-alerts.sql.ts'
import { serverCheck } from './server-check.ts'
import { ServerWatch } from './watch-server.ts'

export { type Finding, serverCheck } from './server-check.ts'

const keptMs = 400 * 86_400_000

export const serverAlertsServer = feature('server-alerts', {
  endpoints: [implement(serverAlerts, { retrieve, sendTest })],
  parts: [
    serverCheck({
      order: 30,
      name: 'certificates',
      title: 'Certificates',
      read: checkCertificates,
    }),
  ],
  services: [
    {
      name: 'server-watch',
      channel: 'playhead_server_watch',
      start: (app) => new ServerWatch(app).start(5_000),
    },
  ],
  schedules: [
    {
      name: 'server-alerts: remove old ones',
      everySeconds: 86_400,
      run: async ({ postgres, clock }) =>
        void (await removeOldAlerts(postgres, new Date(clock.now().getTime() - keptMs))),
    },
  ],
})
