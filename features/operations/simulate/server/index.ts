import { feature } from '@playhead/server-kit/feature.ts'
import { simulateCommand } from './simulate-command.ts'
import { simulateStatusCommand } from './simulate-status-command.ts'
import { simulateStopCommand } from './simulate-stop-command.ts'

export const simulateServer = feature('simulate', {
  commands: [simulateCommand, simulateStatusCommand, simulateStopCommand],
})
