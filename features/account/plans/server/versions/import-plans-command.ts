import { readFile, stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import { operatorActor } from '@playhead/server-kit/audit/changes.ts'
import { command } from '@playhead/server-kit/feature.ts'
import { planFileLimits } from '../../contract.ts'
import { offerNewPlans } from './offer-new-plans.ts'
import { parsePlans } from './parse-plans.ts'
import { previewNewPlans } from './preview-new-plans.ts'

const refusal = (message: string) => new ApiError('invalid_parameters', { messages: [message] })

const readText = async (path: string) => {
  if (!isAbsolute(path)) throw refusal('Give the absolute path of the file.')
  try {
    if ((await stat(path)).size > planFileLimits.textMax)
      throw refusal(`${path} is larger than 1 MB.`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw refusal(`${path} cannot be read.`)
  }
}

export const importPlansCommand = command({
  name: 'plans import',
  summary:
    'Offer the plans of a JSON file as new versions, or show with --preview what last month would have cost',
  options: z.object({
    file: z.string().describe('Path of the file on the server'),
    preview: z.boolean().default(false).describe('Change nothing'),
  }),
  run: async (app, { file, preview }) => {
    const given = parsePlans(await readText(file))
    if (preview) return previewNewPlans(app, given)
    return { offered: await offerNewPlans(app, operatorActor, given) }
  },
})
