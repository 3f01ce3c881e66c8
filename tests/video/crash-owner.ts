import { readFile } from 'node:fs/promises'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import type { Watched } from './crash-viewer.ts'
import type { RandomNumber } from './random-number.ts'

export const clipSeconds = 6

export interface KindOfFile {
  name: string
  file: Buffer
  /** Absent: as for all others. */
  seconds?: number
  quality: 'basic' | 'plus'
  becomes: 'ready' | 'errored'
  renditionsMin: number
  /** The error message that people see. */
  refusal?: string
}

const size = { seconds: clipSeconds, width: 640, height: 360 } as const

/** Long enough that it is encoded in pieces until it is stored. */
const longSeconds = 36

/** Files that are copied and completed, encoded on demand, audio only, or not media at all. */
export const kindsOfFiles = async (): Promise<KindOfFile[]> => {
  const copied = await makeSampleClip(size)
  const encoded = await makeSampleClip({
    ...size,
    video: 'mpeg4',
    audio: 'libmp3lame',
    container: 'mkv',
  })
  const sound = await makeSampleClip({ seconds: clipSeconds, video: false })
  const longSound = await makeSampleClip({
    seconds: longSeconds,
    video: false,
    audio: 'libmp3lame',
    container: 'mp3',
  })
  return [
    {
      name: 'copied',
      file: await readFile(copied),
      quality: 'plus',
      becomes: 'ready',
      renditionsMin: 3,
    },
    {
      name: 'encoded',
      file: await readFile(encoded),
      quality: 'basic',
      becomes: 'ready',
      renditionsMin: 2,
    },
    {
      name: 'encoded',
      file: await readFile(encoded),
      quality: 'plus',
      becomes: 'ready',
      renditionsMin: 2,
    },
    {
      name: 'sound',
      file: await readFile(sound),
      quality: 'basic',
      becomes: 'ready',
      renditionsMin: 1,
    },
    {
      name: 'long sound',
      file: await readFile(longSound),
      seconds: longSeconds,
      quality: 'basic',
      becomes: 'ready',
      renditionsMin: 1,
    },
    {
      name: 'nothing',
      file: Buffer.from('This is no video. '.repeat(5000)),
      quality: 'basic',
      becomes: 'errored',
      renditionsMin: 0,
      refusal: 'This is not a video or audio file.',
    },
  ]
}

export interface Asset {
  id: string
  status: 'preparing' | 'ready' | 'errored'
  duration?: number
  video_quality: string
  resolution_tier?: string
  errors?: { type: string; messages: string[] }
  playback_ids: { id: string }[]
  static_renditions?: { files?: { name: string; status: string; filesize?: string }[] }
}

export const watchedOf = ({
  playback_ids,
  video_quality,
  resolution_tier,
  duration = longSeconds,
}: Asset): Watched => ({
  playbackId: playback_ids[0]?.id ?? '',
  isStoredLater: video_quality !== 'basic',
  isSoundStoredLater: Math.round(duration) >= longSeconds,
  hasPicture: resolution_tier !== 'audio-only',
})

/** An upload in progress: it is resent until the server has acknowledged it. */
export class Sending {
  readonly kind: KindOfFile
  id = ''
  #path = ''
  isDone = false

  constructor(kind: KindOfFile) {
    this.kind = kind
  }

  async send(owner: CrashOwner) {
    if (!this.id) {
      const settings = {
        video_quality: this.kind.quality,
        playback_policies: ['public'],
        static_renditions: [{ resolution: 'highest' }],
      }
      const { data } = await owner.call<{ id: string; url: string }>('POST', '/video/v1/uploads', {
        cors_origin: '*',
        new_asset_settings: settings,
      })
      this.#path = new URL(data.url).pathname
      this.id = data.id
    }
    const answer = await fetch(owner.origin + this.#path, {
      method: 'PUT',
      body: new Uint8Array(this.kind.file),
    })
    if (answer.status !== 200) throw new Error(`${answer.status} for the file of an upload`)
    this.isDone = true
  }
}

/** Uploads files, deletes assets, and records every response. */
export class CrashOwner {
  readonly #authorization: string
  readonly sendings: Sending[] = []
  /** Requested deletions, with or without a response. */
  readonly deletions = new Map<string, 'asked' | 'answered'>()
  readonly wrong: string[] = []
  origin = ''

  constructor(authorization: string) {
    this.#authorization = authorization
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the response
  async call<Data>(method: string, path: string, body?: unknown) {
    const answer = await fetch(this.origin + path, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.status} ${text}`)
    return (text ? JSON.parse(text) : {}) as { data: Data }
  }

  async status(path: string) {
    const headers = { authorization: this.#authorization }
    return (await fetch(this.origin + path, { headers })).status
  }

  async assets() {
    return (await this.call<Asset[]>('GET', '/video/v1/assets?limit=100')).data
  }

  /** The one asset made from an upload. */
  async assetOf({ id }: Sending) {
    const path = `/video/v1/assets?upload_id=${id}`
    const { data } = await this.call<Asset[]>('GET', path)
    if (data.length > 1) this.wrong.push(`The upload ${id} has become ${data.length} assets.`)
    return data[0]
  }

  async sendAll() {
    for (const sending of this.sendings) if (!sending.isDone) await sending.send(this)
  }

  /** Repeats earlier deletions: a lost response may have been a success. */
  async deleteAll() {
    for (const [id, state] of this.deletions) {
      if (state === 'answered') continue
      const status = await fetch(`${this.origin}/video/v1/assets/${id}`, {
        method: 'DELETE',
        headers: { authorization: this.#authorization },
      }).then((answer) => answer.status)
      if (status !== 204 && status !== 404) this.wrong.push(`${status} for a deletion`)
      this.deletions.set(id, 'answered')
    }
  }

  async chooseDeletion(random: RandomNumber) {
    const asset = random.oneOf(await this.assets())
    if (asset && !this.deletions.has(asset.id)) this.deletions.set(asset.id, 'asked')
  }
}
