import { z } from 'zod'
import { command } from '@playhead/server-kit/feature.ts'
import { listAllEnvironments } from '../counting/environments-to-count.sql.ts'
import { replaceFindings } from './compare-hours.sql.ts'
import { verifyEnvironment } from './verify-environment.ts'

export const verifyUsageCommand = command({
  name: 'usage verify',
  summary: 'Compare the closed hours of usage with their sources',
  options: z.object({
    environment: z.uuid().optional().describe('Id of an environment; all by default'),
    correct: z.boolean().default(false).describe('Add the differences as corrections'),
  }),
  run: async ({ postgres, clickhouse, clock }, { environment, correct }) => {
    const all = await listAllEnvironments(postgres)
    const chosen = environment === undefined ? all : all.filter(({ id }) => id === environment)
    const now = clock.now()
    const differing: object[] = []
    for (const { id, organization_id: organizationId } of chosen) {
      const tenant = { id, organizationId, postgres, clickhouse }
      const comparisons = await verifyEnvironment(tenant, { now, corrects: correct })
      const found = comparisons.filter(({ differs }) => differs)
      await replaceFindings(tenant, correct ? [] : found, now)
      for (const { meter, counted, in_sources: inSources } of found)
        differing.push({ environment: id, meter, counted, in_sources: inSources })
    }
    return { environments: chosen.length, differences: differing, corrected: correct }
  },
})
