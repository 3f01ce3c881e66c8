import type { App } from '@playhead/server-kit/app.ts'
import { alertLimits } from '../../contract.ts'

const dayMs = 86_400_000

/** What figures are asked about. */
export const figuresSince = ({ clock }: Pick<App, 'clock'>) => ({
  since: new Date(clock.now().getTime() - alertLimits.figureDays * dayMs),
  selfEndedSeconds: alertLimits.selfEndedSeconds,
})
