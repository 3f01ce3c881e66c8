import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { changeReadOnly } from './change-read-only.ts'

export const readOnlyCommand = command({
  name: 'read-only',
  summary: 'Switch the read-only mode of the whole API on or off',
  options: z.object({
    on: z.boolean().default(false).describe('Refuse every change from now on'),
    off: z.boolean().default(false).describe('Allow changes again'),
  }),
  run: (app, { on, off }) => {
    if (on === off)
      throw new ApiError('invalid_parameters', { messages: ['Give either --on or --off.'] })
    return changeReadOnly(app, operatorActor, on)
  },
})
