import { createServer } from 'node:http'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { startAndExit, startProgram, temporaryFolder } from './running-program.ts'

const { folder, remove } = await temporaryFolder()
afterAll(remove)

/** One sentence, a non-zero exit code, no stack trace. */
const refusal = async (settings: Record<string, string>) => {
  const { code, stderr, stdout } = await startAndExit(settings)
  const lines = stderr.split('\n').filter((line) => line.startsWith('Playhead cannot start'))
  expect(lines).toHaveLength(1)
  expect(stderr).not.toMatch(/\n\s+at /)
  expect(stdout).not.toContain('running at')
  expect(code).toBe(1)
  return lines[0]!
}

describe(
  'a start that cannot be gives one clear sentence and a non-zero exit',
  { timeout: 480_000 },
  () => {
    test('an occupied port, and nothing is written', async () => {
      const occupant = createServer()
      await new Promise<void>((resolve) => occupant.listen(0, '127.0.0.1', resolve))
      const { port } = occupant.address() as AddressInfo
      const data = join(folder, 'occupied')
      try {
        const sentence = await refusal({ PLAYHEAD_DATA: data, PORT: String(port) })
        expect(sentence).toContain(`The port ${port} on 127.0.0.1 is already in use; set PORT`)
        await expect(readdir(data)).rejects.toThrow('ENOENT')
      } finally {
        occupant.close()
      }
    })

    test('a data folder that cannot be written', async () => {
      const file = join(folder, 'a-file')
      await writeFile(file, '')
      expect(await refusal({ PLAYHEAD_DATA: join(file, 'data') })).toMatch(
        /The data folder .* cannot be written \(ENOTDIR\)\./,
      )
    })

    test.skipIf(process.getuid?.() === 0)(
      'a data folder without permission (root may write anywhere)',
      async () => {
        const closed = join(folder, 'closed')
        await mkdir(closed)
        await chmod(closed, 0o500)
        expect(await refusal({ PLAYHEAD_DATA: join(closed, 'data') })).toContain(
          'cannot be written (EACCES)',
        )
      },
    )

    test('a malformed setting, and nothing is written', async () => {
      const data = join(folder, 'malformed')
      expect(await refusal({ PLAYHEAD_DATA: data, PLAYHEAD_DEMO: 'maybe' })).toContain(
        'The setting PLAYHEAD_DEMO must be 0 or 1; it is "maybe".',
      )
      await expect(readdir(data)).rejects.toThrow('ENOENT')
    })

    test('an optional package that is not installed, and nothing is written', async () => {
      const data = join(folder, 'no-package')
      const sentence = await refusal({
        PLAYHEAD_DATA: data,
        PLAYHEAD_BILLING: 'stripe',
        STRIPE_SECRET_KEY: 'sk_test_hunter22hunter22',
        STRIPE_WEBHOOK_SECRET: 'whsec_hunter22hunter22',
        NODE_OPTIONS: `--import=${join(import.meta.dirname, '../../packages/testing/watch-package.mjs')}`,
        PLAYHEAD_TEST_PACKAGE: 'stripe',
        PLAYHEAD_TEST_PACKAGE_MISSING: '1',
      })
      expect(sentence).toContain('the optional package stripe, which is not installed')
      expect(sentence).not.toContain('hunter22')
      await expect(readdir(data)).rejects.toThrow('ENOENT')
    })

    test('a setting that does not exist', async () => {
      expect(
        await refusal({ PLAYHEAD_DATA: join(folder, 'unknown'), PLAYHEAD_DEMOO: '1' }),
      ).toContain('The setting PLAYHEAD_DEMOO is not known.')
    })

    test('a Postgres that does not answer; its password is not printed, and no engine is left', async () => {
      const sentence = await refusal({
        PLAYHEAD_DATA: join(folder, 'unreachable'),
        DATABASE_URL: 'postgres://somebody:hunter22hunter22@127.0.0.1:9/playhead',
      })
      expect(sentence).toMatch(/127\.0\.0\.1:9.* cannot be reached/)
      expect(sentence).not.toContain('hunter22')
    })

    test('a bucket that does not answer; its secret is not printed', async () => {
      const sentence = await refusal({
        PLAYHEAD_DATA: join(folder, 'no-bucket'),
        S3_ENDPOINT: 'http://127.0.0.1:9',
        S3_BUCKET: 'media',
        S3_ACCESS_KEY_ID: 'somebody',
        S3_SECRET_ACCESS_KEY: 'hunter22hunter22',
      })
      expect(sentence).toMatch(/object storage at 127\.0\.0\.1:9 cannot be reached .*S3_ENDPOINT/)
      expect(sentence).not.toContain('hunter22')
    })

    test('an engine whose folder cannot be used, by its name', async () => {
      for (const [name, engine] of [
        ['postgres', 'Postgres'],
        ['clickhouse', 'ClickHouse'],
      ] as const) {
        const data = join(folder, `no-${name}`)
        await mkdir(data)
        await writeFile(join(data, name), '')
        expect(await refusal({ PLAYHEAD_DATA: data })).toMatch(
          new RegExp(`The ${engine} that comes with the program cannot be started: .*/${name}`),
        )
      }
    })

    test('a damaged key file', async () => {
      const data = join(folder, 'damaged')
      await mkdir(join(data, 'keys'), { recursive: true })
      await writeFile(join(data, 'keys/server-secret'), 'short')
      expect(await refusal({ PLAYHEAD_DATA: data })).toContain(
        'is damaged; restore it from a backup.',
      )
    })

    test.runIf(isLongRun())(
      'only one of two starts at once in the folder of a killed program serves',
      async () => {
        const data = join(folder, 'left')
        await mkdir(data)
        await writeFile(join(data, 'lock'), '2147483646 1')
        const starts = await Promise.allSettled([
          startProgram({ PLAYHEAD_DATA: data }),
          startProgram({ PLAYHEAD_DATA: data }),
        ])
        const served = starts.filter((start) => start.status === 'fulfilled')
        for (const { value } of served) await value.kill('SIGTERM')
        const refused = starts.filter((start) => start.status === 'rejected')
        expect(refused.map(({ reason }) => String(reason))).toEqual([
          expect.stringMatching(/The data folder .* is in use by another Playhead/),
        ])
        expect((await readdir(data)).filter((name) => name.startsWith('lock'))).toEqual([])
      },
    )

    test('a second program on the same data folder; the first keeps serving', async () => {
      const data = join(folder, 'shared')
      const first = await startProgram({ PLAYHEAD_DATA: data })
      try {
        expect(await refusal({ PLAYHEAD_DATA: data })).toMatch(
          /The data folder .* is in use by another Playhead \(process \d+\)\./,
        )
        expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
      } finally {
        await first.kill('SIGTERM')
      }
    })
  },
)
