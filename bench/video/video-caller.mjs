import { open, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { askProgram } from '../ask-program.mjs'

const partBytes = 64 * 2 ** 20
/** Bytes left when the clock starts: few, but the server does all the work of a finished upload. */
const lastBytes = 256 * 2 ** 10
const pollMs = 5
/** Stays below the rate limit of twenty requests a second. */
const readyPollMs = 60

/** A client that uploads files to a running program and plays the results. */
export const makeVideoCaller = async (root, dataFolder, origin) => {
  const operate = (command, options) => askProgram(root, dataFolder, command, options)
  const organization = await operate('organization create', { name: 'Bench' })
  const environment = await operate('environment create', {
    organization: organization.id,
    name: 'Bench',
  })
  const permissions = 'video:read,video:write,data:read'
  const token = await operate('token create', { environment: environment.id, permissions })
  return new VideoCaller(origin, token, environment.id)
}

class VideoCaller {
  #authorization

  constructor(origin, token, environmentId) {
    this.origin = origin
    this.environmentId = environmentId
    this.token = token
    this.#authorization = `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`
  }

  async call(method, path, body) {
    const answer = await fetch(this.origin + path, {
      method,
      headers: { authorization: this.#authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()).data
  }

  newUpload(quality = 'basic') {
    return this.call('POST', '/video/v1/uploads', {
      cors_origin: '*',
      new_asset_settings: { playback_policies: ['public'], video_quality: quality },
    })
  }

  /** Uploads everything except the end; the returned function sends it. */
  async begin(file, quality) {
    const upload = await this.newUpload(quality)
    const { size } = await stat(file)
    const handle = await open(file)
    const put = async (from, to) => {
      const body = Buffer.alloc(to - from)
      await handle.read(body, 0, body.length, from)
      const headers = { 'content-range': `bytes ${from}-${to - 1}/${size}` }
      const answer = await fetch(upload.url, { method: 'PUT', headers, body, redirect: 'manual' })
      if (answer.status !== 200 && answer.status !== 308) throw new Error(await answer.text())
    }
    const end = Math.max(0, size - lastBytes)
    for (let from = 0; from < end; from += partBytes)
      await put(from, Math.min(end, from + partBytes))
    return async () => {
      await put(end, size)
      await handle.close()
      return this.assetOf(upload.id)
    }
  }

  async send(file, quality) {
    return (await this.begin(file, quality))()
  }

  async assetOf(uploadId) {
    const [asset] = await this.call('GET', `/video/v1/assets?upload_id=${uploadId}`)
    return asset
  }

  async untilReady(id, everyMs = readyPollMs) {
    for (;;) {
      const asset = await this.call('GET', `/video/v1/assets/${id}`)
      if (asset.status === 'ready') return asset
      if (asset.status === 'errored') throw new Error(JSON.stringify(asset.errors))
      await pause(everyMs)
    }
  }

  /** Waits until it is playable; returns the URLs of all parts, by rendition. */
  async untilPlayable(asset) {
    const playbackId = asset.playback_ids[0].id
    for (;;) {
      const answer = await fetch(`${this.origin}/${playbackId}.m3u8`)
      const text = await answer.text()
      if (answer.ok) return this.#renditionsOf(text, playbackId)
      await pause(pollMs)
    }
  }

  async #renditionsOf(playlist, playbackId) {
    const found = new Map()
    for (const [, name] of playlist.matchAll(/\/([a-z0-9-]+)\.m3u8/g)) {
      if (found.has(name)) continue
      const base = `${this.origin}/${playbackId}/`
      const text = await (await fetch(`${base}${name}.m3u8`)).text()
      const parts = text
        .split('\n')
        .flatMap((line) => (line.startsWith('#') ? [/URI="([^"]+)"/.exec(line)?.[1]] : [line]))
      const addresses = parts.filter(Boolean).map((part) => new URL(part, base).href)
      found.set(name, [...new Set(addresses)])
    }
    return found
  }
}

export const fetchPart = async (address) => {
  const answer = await fetch(address)
  const bytes = await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${answer.status} for ${address}`)
  return bytes.byteLength
}
