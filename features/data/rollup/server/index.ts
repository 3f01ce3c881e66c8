import { feature } from '@playhead/server-kit/feature.ts'
import { rollUpDueDays } from './roll-up-due-days.ts'
import { rollupCommand } from './rollup-command.ts'

export const rollupServer = feature('rollup', {
  schedules: [rollUpDueDays],
  commands: [rollupCommand],
})
