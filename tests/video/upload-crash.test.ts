import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startProgram, temporaryFolder } from '../process/running-program.ts'
import { makeVideoCaller, operatorOf } from './uploads-program.ts'

const kills = 8
const senders = 3
const fileBytes = 6_000_000
const { folder, remove } = await temporaryFolder()
afterAll(remove)

/** Without a worker, which would take finished files away before they are looked at. */
const settings = { PLAYHEAD_DATA: folder, PLAYHEAD_DEMO: '0', PLAYHEAD_ROLES: 'api,scheduler' }
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

class Sender {
  readonly file = randomBytes(fileBytes)
  id = ''
  #path = ''
  acknowledged = 0
  isDone = false
  lost: string[] = []

  async begin(url: string, authorization: string) {
    const answer = await fetch(`${url}/video/v1/uploads`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ cors_origin: '*' }),
    })
    const { data } = (await answer.json()) as { data: { id: string; url: string } }
    this.id = data.id
    this.#path = new URL(data.url).pathname
  }

  async #put(url: string, range: string, body?: Uint8Array) {
    const answer = await fetch(url + this.#path, {
      method: 'PUT',
      headers: { 'content-range': range },
      body: (body ?? null) as ConstructorParameters<typeof Response>[0],
      redirect: 'manual',
    })
    const held = /bytes=0-(\d+)/.exec(answer.headers.get('range') ?? '')?.[1]
    return { status: answer.status, held: held === undefined ? 0 : Number(held) + 1 }
  }

  /** As after a reload: the server is asked how far it is. What it once acknowledged is still there. */
  async #resume(url: string) {
    const { status, held } = await this.#put(url, `bytes */${fileBytes}`)
    if (status === 200) this.isDone = true
    else if (this.isDone) this.lost.push('the end')
    else if (held < this.acknowledged) this.lost.push(`${held} of ${this.acknowledged}`)
    const stored = await readFile(join(folder, 'uploads', this.id)).catch(() => Buffer.alloc(0))
    if (!stored.subarray(0, held).equals(this.file.subarray(0, held))) this.lost.push('bytes')
    return held
  }

  async sendUntilGone(url: string) {
    try {
      let held = await this.#resume(url)
      while (!this.isDone) {
        const end = Math.min(fileBytes, held + 20_000 + Math.floor(Math.random() * 150_000))
        const range = `bytes ${held}-${end - 1}/${fileBytes}`
        const answer = await this.#put(url, range, this.file.subarray(held, end))
        if (answer.status === 200) this.isDone = true
        held = this.acknowledged = answer.status === 200 ? fileBytes : answer.held
        await pause(15)
      }
    } catch {
      // The program is gone; the next one is asked.
    }
  }

  digestOfStored = async () => digest(await readFile(join(folder, 'uploads', this.id)))
}

test(
  'killed eight times while files are sent: what was acknowledged is there, each file becomes one asset',
  { timeout: 300_000 },
  async () => {
    let authorization: string | undefined
    const all: Sender[] = []
    for (let round = 0; round <= kills; round += 1) {
      const program = await startProgram(settings)
      authorization ??= await makeVideoCaller(operatorOf(folder))
      for (const _ of Array.from({ length: round === 0 ? senders : 1 })) {
        const sender = new Sender()
        await sender.begin(program.url, authorization)
        all.push(sender)
      }
      const sending = all.map((sender) => sender.sendUntilGone(program.url))
      if (round < kills) {
        await pause(100 + ((round * 137) % 700))
        await program.kill('SIGKILL')
        await Promise.all(sending)
        continue
      }
      await Promise.all(sending)
      for (const sender of all) {
        expect(sender.lost).toEqual([])
        expect(sender.isDone).toBe(true)
        expect(await sender.digestOfStored()).toBe(digest(sender.file))
        const path = `/video/v1/assets?upload_id=${sender.id}`
        const assets = await fetch(program.url + path, { headers: { authorization } })
        expect(await assets.json()).toMatchObject({
          total_row_count: 1,
          data: [{ upload_id: sender.id, status: 'preparing' }],
        })
      }
      await program.kill('SIGTERM')
    }
  },
)
