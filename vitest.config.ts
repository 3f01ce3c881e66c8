import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** A shared machine may stand still for a moment: there a test gets a second try, as journeys do, and the report names it. */
const retry = process.env['CI'] ? 1 : 0

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          pool: 'forks',
          maxWorkers: 2,
          retry,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          globalSetup: ['packages/testing/engines.global.ts'],
          include: [
            'packages/{analytics,audience,clickhouse,collector,contract-kit,domain,enrichment,media,metrics,postgres,server-kit,storage,testing}/**/*.test.ts',
            'features/**/server/**/*.test.ts',
            'features/**/contract.test.ts',
            'apps/server/**/*.test.ts',
            'tests/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'tools',
          environment: 'node',
          isolate: false,
          pool: 'forks',
          maxWorkers: 2,
          retry,
          testTimeout: 60_000,
          include: ['tools/**/*.test.ts'],
        },
      },
      {
        plugins: [react()],
        // The elements of a real player want more of a browser than happy-dom has; journeys play in a real one.
        resolve: {
          alias: [
            {
              find: /^media-chrome(\/menu)?$/,
              replacement: `${import.meta.dirname}/packages/ui/testing-no-elements.ts`,
            },
          ],
        },
        test: {
          name: 'web',
          environment: 'happy-dom',
          isolate: false,
          maxWorkers: 2,
          retry,
          testTimeout: 30_000,
          setupFiles: ['packages/ui/testing-setup.ts'],
          include: [
            'packages/{charts,ui,web-kit}/**/*.test.{ts,tsx}',
            'features/**/web/**/*.test.{ts,tsx}',
            'apps/dashboard/**/*.test.{ts,tsx}',
          ],
        },
      },
    ],
  },
})
