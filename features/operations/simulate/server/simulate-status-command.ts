import { z } from 'zod'
import { command } from '@playhead/server-kit/feature.ts'
import { runningSimulations } from './running-simulations.ts'

export const simulateStatusCommand = command({
  name: 'simulate status',
  summary: 'List the running simulations',
  options: z.object({}),
  run: async () => ({ simulations: [...runningSimulations].map((one) => one.describe()) }),
})
