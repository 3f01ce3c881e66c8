import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { runningSimulations } from './running-simulations.ts'

export const simulateStopCommand = command({
  name: 'simulate stop',
  summary: 'End simulated audiences; each command that began one answers with its counts',
  options: z.object({ id: z.string().optional().describe('Id of the only one to end') }),
  run: async (_app, { id }) => {
    const chosen = [...runningSimulations].filter((one) => id === undefined || one.id === id)
    if (id !== undefined && chosen.length === 0)
      throw new ApiError('not_found', { messages: [`No simulated audience ${id} is under way.`] })
    await Promise.all(chosen.map((one) => one.stop()))
    return { stopped: chosen.map((one) => one.describe()) }
  },
})
