import { callSource } from '@playhead/features/activity/events/server'
import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { logs } from '../contract.ts'
import { CallStream } from './call-stream.ts'
import { listLogs } from './list-logs.ts'
import { moveFormerLogs } from './move-former-logs.ts'
import { changeLogSettings } from './change-log-settings.ts'
import { retrieveLogSettings } from './retrieve-log-settings.ts'
import { retrieveLog } from './retrieve-log.ts'
import { summarizeLogs } from './summarize-logs.ts'

export const logsServer = feature('logs', {
  endpoints: [
    implement(logs, {
      summary: summarizeLogs,
      list: listLogs,
      retrieve: retrieveLog,
      settings: retrieveLogSettings,
      changeSettings: changeLogSettings,
    }),
  ],
  parts: [callSource({ order: 10, start: (app) => new CallStream(app) })],
  schedules: [
    { name: 'activity: move logs of earlier versions', everySeconds: 3600, run: moveFormerLogs },
  ],
})

export { listLogsOf } from './list-logs-of.ts'
