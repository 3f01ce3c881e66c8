import { execFile } from 'node:child_process'
import { chmod, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createToken, listTokenIds, signInToDemo } from './dashboard-session.ts'
import { type RunningProgram, startProgram, temporaryFolder } from './running-program.ts'

const run = promisify(execFile)
const tool = join(import.meta.dirname, '../../tools/playhead.mjs')

interface Exit {
  code: number
  stdout: string
  stderr: string
}

/** The command line, run in the folder that holds the data folder. */
const playhead = (data: string, ...words: string[]): Promise<Exit> =>
  run(process.execPath, [tool, ...words], {
    cwd: dirname(data),
    env: { ...process.env, PLAYHEAD_DATA: data },
  }).then(
    (exit) => ({ code: 0, ...exit }),
    (error: unknown) => error as Exit,
  )

test(
  'a server is saved while it serves, and restored, examined and restarted elsewhere',
  { timeout: 480_000 },
  async () => {
    const { folder, remove } = await temporaryFolder()
    onTestFinished(remove)
    const start = async (settings: Record<string, string>): Promise<RunningProgram> => {
      const program = await startProgram(settings)
      onTestFinished(() => program.kill('SIGTERM'))
      return program
    }
    const saved = join(folder, 'saved.gz')
    const first = join(folder, 'first')
    const second = join(folder, 'second')
    const one = await start({ PLAYHEAD_DATA: first })
    const session = await signInToDemo(one)
    const tokenId = await createToken(session, 'Made before the backup')

    const backup = await playhead(first, 'backup', '--to', 'saved.gz', '--json')
    expect(backup.code, backup.stderr).toBe(0)
    for (const line of backup.stderr.trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ progress: { message: expect.any(String) } })
    expect(JSON.parse(backup.stdout)).toMatchObject({ file: saved, counts: { keys: 1 } })
    expect((await stat(saved)).mode & 0o777).toBe(0o600)
    expect(await playhead(first, 'restore', '--from', saved)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^This server already has people or organizations\..*\n$/),
    })
    await one.kill('SIGTERM')

    const settings = { PLAYHEAD_DATA: second, PLAYHEAD_DEMO: '0' }
    const two = await start(settings)
    const restore = await playhead(second, 'restore', '--from', 'saved.gz')
    expect(restore).toMatchObject({ code: 0, stderr: '' })
    expect(restore.stdout).toContain(`file: ${saved}\n`)
    const restored = await signInToDemo({ ...two, demo: one.demo })
    expect(await listTokenIds(restored)).toContain(tokenId)
    expect(await listTokenIds(await signInToDemo(two, session.cookie))).toContain(tokenId)
    const secrets = [first, second].map((data) => readFile(join(data, 'keys/server-secret')))
    const [secret, taken] = await Promise.all(secrets)
    expect(taken).toEqual(secret)
    await two.kill('SIGTERM')

    const again = await start(settings)
    expect(await listTokenIds(await signInToDemo({ ...again, demo: one.demo }))).toContain(tokenId)
    const doctor = await playhead(second, 'doctor', '--json')
    expect(doctor.code, doctor.stdout).toBe(0)
    expect(JSON.parse(doctor.stdout)).toMatchObject({
      checks: expect.arrayContaining([
        expect.objectContaining({ name: 'Database', status: 'ok' }),
        expect.objectContaining({ name: 'Analytics database', status: 'ok' }),
        expect.objectContaining({ name: 'Keys', status: 'ok' }),
        expect.objectContaining({ name: 'Data folder', status: 'ok' }),
      ]),
    })
    await chmod(join(second, 'keys'), 0o755)
    const { code, stdout } = await playhead(second, 'doctor')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^status: failed\nchecks:\n {2}name +status +detail\n/)
    expect(stdout).toMatch(/\n {2}Keys +failed +Other users can open \S+\/keys \(0755\)/)
  },
)
