import { execFileSync } from 'node:child_process'
import { open, rm, statfs, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aBeacon, TestSession } from '@playhead/collector/runtime/testing-collector.ts'
import { signInToDemo } from './dashboard-session.ts'
import { startProgram, temporaryFolder, until } from './running-program.ts'

const diskBytes = 900 * 2 ** 20

const { folder, remove } = await temporaryFolder()

/**
 * Only root can mount a disk, as in CI; without one the sweep of tests/security checks the same with a simulated disk.
 */
const isMounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
})()

afterAll(async () => {
  if (isMounted) execFileSync('umount', ['-l', folder])
  await remove()
})

const filler = join(folder, 'somebody-else')

const freeBytes = async () => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Other files fill the disk until this fraction is free, or free some space. */
const leave = async (part: number) => {
  const file = await open(filler, 'a')
  try {
    const { size } = await file.stat()
    const wanted = size + (await freeBytes()) - part * diskBytes
    if (wanted < size) await truncate(filler, Math.max(0, wanted))
    const piece = Buffer.alloc(2 ** 20)
    for (let held = size; held + piece.length <= wanted; held += piece.length)
      await file.write(piece)
  } finally {
    await file.close()
  }
}

test.skipIf(!isMounted)(
  'a disk that fills up is announced, keeps room for beacons, and is named when it is full',
  async () => {
    const program = await startProgram({ PLAYHEAD_DATA: join(folder, 'data') })
    try {
      const session = await signInToDemo(program)
      const readiness = async () => {
        const answer = await fetch(`${program.url}/readyz`)
        const { reasons, warnings } = (await answer.json()) as Record<string, string[]>
        return { status: answer.status, reasons, warnings }
      }
      const untilTold = (what: Partial<Awaited<ReturnType<typeof readiness>>>, part: number) =>
        until(JSON.stringify(what), async () => {
          // The engines also write and clean up.
          await leave(part)
          const told = await readiness()
          return Object.entries(what).every(
            ([name, value]) =>
              JSON.stringify(told[name as keyof typeof told]) === JSON.stringify(value),
          )
        })
      const upload = () => session.call('POST', '/video/v1/uploads', { cors_origin: '*' })
      const environment = (await (
        await session.call('GET', `/ui/v1/environments/${session.environmentId}`)
      ).json()) as { data: { key: string } }
      const sendBeacon = async () => {
        const viewer = new TestSession(environment.data, Date.now())
        const events = viewer.start()
        return (await fetch(program.url, { method: 'POST', body: aBeacon(events, Date.now()) }))
          .status
      }

      await untilTold({ status: 200, reasons: [], warnings: [] }, 0.3)
      expect((await upload()).status).toBe(201)

      const low = ['The disk is filling up: free some space soon.']
      await untilTold({ status: 200, reasons: [], warnings: low }, 0.075)
      expect((await upload()).status).toBe(201)

      const scarce = ['The disk is nearly full: uploads are refused and no video is processed.']
      await untilTold({ status: 200, reasons: [], warnings: scarce }, 0.04)
      const refused = await upload()
      expect(refused.status).toBe(507)
      expect(await refused.json()).toMatchObject({ error: { type: 'no_space' } })
      expect(await sendBeacon()).toBe(200)

      await untilTold({ status: 503 }, 0)
      expect((await readiness()).reasons).toContain('The disk is full: beacons may be refused.')

      await rm(filler, { force: true })
      await until('all is well', async () => (await readiness()).status === 200)
      expect((await upload()).status).toBe(201)
      await until('beacons are taken', async () => (await sendBeacon()) === 200)
    } finally {
      await program.kill('SIGTERM')
    }
  },
)
