import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { topic } from '@playhead/server-kit/channels/topic.ts'
import { monitoringSession } from './monitoring-session.ts'
import { StepTicker } from './step-ticker.ts'

/** What is being watched in one environment, step by step. RTCH-035 */
export const monitoringTopic = topic('monitoring:{environment_id}', {
  access: scoped('data:read'),
  flag: 'realtime',
  start: (app) => {
    const ticker = new StepTicker(app)
    return {
      join: async (joining) => monitoringSession(app, ticker, joining),
      figures: () => ticker.figures(),
      stop: () => ticker.stop(),
    }
  },
})
