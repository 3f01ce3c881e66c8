import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A browser that uploads one file in parts and resumes after any failure of the program. */
export class CrashSender {
  readonly file: Buffer
  id = ''
  #path = ''
  acknowledged = 0
  isDone = false
  lost: string[] = []

  constructor(
    readonly folder: string,
    fileBytes: number,
  ) {
    this.file = randomBytes(fileBytes)
  }

  /** Retries until an upload is acknowledged, as a client does whose connection broke. */
  async begin(url: string, authorization: string) {
    while (!this.id) {
      const answer = await fetch(`${url}/video/v1/uploads`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ cors_origin: '*' }),
      }).catch(() => undefined)
      if (!answer || answer.status === 503) {
        await pause(50)
        continue
      }
      if (answer.status !== 201)
        throw new Error(`An upload was answered ${answer.status}: ${await answer.text()}`)
      const { data } = (await answer.json()) as { data: { id: string; url: string } }
      this.id = data.id
      this.#path = new URL(data.url).pathname
    }
  }

  async #put(url: string, range: string, body?: Uint8Array) {
    const answer = await fetch(url + this.#path, {
      method: 'PUT',
      headers: { 'content-range': range },
      body: (body ?? null) as ConstructorParameters<typeof Response>[0],
      redirect: 'manual',
    })
    // Refused temporarily, as while a database is unavailable: nothing was acknowledged.
    if (![200, 308].includes(answer.status))
      throw new Error(`A part was answered ${answer.status}.`)
    const held = /bytes=0-(\d+)/.exec(answer.headers.get('range') ?? '')?.[1]
    return { status: answer.status, held: held === undefined ? 0 : Number(held) + 1 }
  }

  /** As after a reload: asks the server for its offset. Acknowledged bytes must still be there. */
  async #resume(url: string) {
    const { status, held } = await this.#put(url, `bytes */${this.file.length}`)
    if (status === 200) this.isDone = true
    else if (this.isDone) this.lost.push('the end')
    else if (held < this.acknowledged) this.lost.push(`${held} of ${this.acknowledged}`)
    const stored = await readFile(join(this.folder, 'uploads', this.id)).catch(() =>
      Buffer.alloc(0),
    )
    if (!stored.subarray(0, held).equals(this.file.subarray(0, held))) this.lost.push('bytes')
    return held
  }

  async sendUntilGone(url: string) {
    try {
      let held = await this.#resume(url)
      while (!this.isDone) {
        const end = Math.min(this.file.length, held + 20_000 + Math.floor(Math.random() * 150_000))
        const range = `bytes ${held}-${end - 1}/${this.file.length}`
        const answer = await this.#put(url, range, this.file.subarray(held, end))
        if (answer.status === 200) this.isDone = true
        held = this.acknowledged = answer.status === 200 ? this.file.length : answer.held
        await pause(15)
      }
    } catch {
      // The program has ended; the next one is asked.
    }
  }

  /** Continues through restarts of the program, to the end of the file or until the signal aborts. */
  async sendUntil(url: string, over: AbortSignal) {
    while (!over.aborted && !this.isDone) {
      await this.sendUntilGone(url)
      await pause(50)
    }
  }

  digestOfStored = async () => digest(await readFile(join(this.folder, 'uploads', this.id)))
}
