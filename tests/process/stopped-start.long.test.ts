import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { someOf } from '@playhead/testing/how-many.ts'
import { processesOf, startProgram, stopStart, temporaryFolder, until } from './running-program.ts'

const { folder, remove } = await temporaryFolder()
afterAll(remove)
const data = join(folder, 'data')
const settings = { PLAYHEAD_DATA: data }

/** Counts only files of this start: those of an earlier one exist before signals are handled. */
const has = (name: string) => async () =>
  existsSync(join(data, 'lock')) && existsSync(join(data, name))
const runs = (engine: RegExp) => async () =>
  (await processesOf(data)).some(({ command }) => engine.test(command))

describe('a start that is stopped ends all that it began', { timeout: 480_000 }, () => {
  // Each start continues with what the one before left.
  const moments = [
    ['when it has locked its folder', has('lock')],
    ['while Postgres is made', has('postgres')],
    ['when Postgres runs', runs(/postgres -D/)],
    ['when ClickHouse runs', runs(/clickhouse/)],
    ['when commands are taken', has('playhead.sock')],
    ['when it says its address', async (stdout: string) => stdout.includes('running at')],
  ] as const

  test.each(someOf('moments-of-start', moments, 3))('%s', async (_, isThere) => {
    const { code, stderr } = await stopStart(settings, isThere)
    expect(stderr).not.toContain('cannot start')
    expect(stderr).not.toContain('could not be ended')
    expect(code).toBe(0)
    const left = await readdir(data)
    expect(left.filter((name) => name.startsWith('lock') || name.endsWith('.sock'))).toEqual([])
    await until('no engine is left', async () => (await processesOf(data)).length === 0, 10)
  })

  test('and the next one serves', async () => {
    const program = await startProgram(settings)
    expect((await fetch(`${program.url}/readyz`)).status).toBe(200)
    await program.kill('SIGTERM')
  })
})
