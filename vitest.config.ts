import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** A shared machine may stand still for a moment: there a test gets a second try, as journeys do, and the report names it. */
const retry = process.env['CI'] ? 1 : 0

/** In milliseconds. They end what hangs; tests wait for events, so they are far beyond what a busy machine needs. */
const limits = { withEngines: 240_000, ofScreens: 240_000 }

/** What a test polls for happens at once or never; a busy machine may need longer than the default second. */
const expect = { poll: { timeout: 60_000 } }

const isLongRun = !['', '0'].includes(process.env['PLAYHEAD_TEST_LONG'] ?? '')

/**
 * Beside the journeys, which have as many, two keep two cores busy; with more, streams and players come too late. The tests of
 * the long run wait for a third of their time, most of it after its journeys have ended.
 */
const maxWorkers = isLongRun ? 3 : 2

/** What only the long run has: clusters, engines that hang, and kills that take minutes. */
const ofLongRuns = isLongRun ? [] : ['**/*.long.test.ts']

/** The packages of the dashboard; the tests of all other packages run on the engines. */
const ofWebPackages = 'packages/{charts,question-kit,ui,web-kit}/**/*.test.{ts,tsx}'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          pool: 'forks',
          maxWorkers,
          retry,
          expect,
          testTimeout: limits.withEngines,
          hookTimeout: limits.withEngines,
          globalSetup: ['packages/testing/engines/engines.global.ts'],
          include: [
            'packages/*/**/*.test.ts',
            'features/**/server/**/*.test.ts',
            'features/**/contract.test.ts',
            'apps/server/**/*.test.ts',
            'tests/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ofWebPackages, ...ofLongRuns],
        },
      },
      {
        test: {
          name: 'tools',
          environment: 'node',
          isolate: false,
          pool: 'forks',
          maxWorkers,
          retry,
          expect,
          testTimeout: limits.withEngines,
          hookTimeout: limits.withEngines,
          include: ['tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...ofLongRuns],
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
          maxWorkers,
          retry,
          expect,
          testTimeout: limits.ofScreens,
          hookTimeout: limits.ofScreens,
          setupFiles: ['packages/ui/testing-setup.ts'],
          include: [
            ofWebPackages,
            'features/**/web/**/*.test.{ts,tsx}',
            'apps/dashboard/**/*.test.{ts,tsx}',
          ],
        },
      },
    ],
  },
})
