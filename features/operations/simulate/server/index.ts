import { feature } from '@playhead/server-kit/feature.ts'
import { simulateCommand, simulateStatusCommand, simulateStopCommand } from './simulate-command.ts'

export const simulateServer = feature('simulate', {
  commands: [simulateCommand, simulateStatusCommand, simulateStopCommand],
})
