import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { runningSimulations } from './running-simulations.ts'

export const simulateStopCommand = command({
  name: 'simulate stop',
  summary: 'Stop simulations; the commands that started them print their counts',
  options: z.object({
    id: z.string().optional().describe('Stop only the simulation with this id'),
  }),
  run: async (_app, { id }) => {
    const chosen = [...runningSimulations].filter((one) => id === undefined || one.id === id)
    if (id !== undefined && chosen.length === 0)
      throw new ApiError('not_found', { messages: [`No simulation ${id} is running.`] })
    await Promise.all(chosen.map((one) => one.stop()))
    return { stopped: chosen.map((one) => one.describe()) }
  },
})
