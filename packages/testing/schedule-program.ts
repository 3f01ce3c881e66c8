/** A separate program for tests that kill it: holds a schedule that never ends, and reports when it runs. */
import { connect } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { jsonLog } from '@playhead/server-kit/log.ts'
import { startSchedules } from '@playhead/server-kit/schedules/start-schedules.ts'

const [url = '', dataFolder = '', name = ''] = process.argv.slice(2)
const app = { postgres: connect(url), settings: { dataFolder }, log: jsonLog() } as unknown as App
const schedule = {
  name,
  everySeconds: 1,
  run: () => {
    console.log('running')
    return new Promise<void>(() => {})
  },
}
await startSchedules(app, [schedule], { tickMs: 50, leaseSeconds: 2, firstAfterSeconds: 0 })
// The schedule's timers do not keep the process alive.
setInterval(() => {}, 60_000)
